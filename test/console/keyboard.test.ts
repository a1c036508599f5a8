import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { openPage } from './open-page.ts';
import { isFocused, tabTo } from './tab-to.ts';

const BREWERY = 'Brewery without a mouse';

describeConsole('without a mouse', (inConsole) => {
  let brewery: string;

  beforeAll(async () => {
    brewery = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
  });

  it('a name is found by its parts and chosen with one arrow', async () => {
    const page = await inConsole.signIn({ path: '/registry/audit' });
    const subject = page.getByRole('combobox', { name: 'Subject' });
    await tabTo(page, subject);
    await page.keyboard.type('without brew');
    const found = page.getByRole('option', { name: BREWERY });
    await found.waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => found.getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => subject.inputValue()).toBe(BREWERY);
  });

  it('one gets from the sign-in to a delivered schedule', async () => {
    const page = await openPage(inConsole.browser, inConsole.world.url());
    const trader = await addClient(inConsole.world, { siteIds: [brewery] });
    await page.goto(await inConsole.world.link(trader));
    const row = page.getByRole('row', { name: new RegExp(BREWERY) });
    await row.waitFor();
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: BREWERY }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Edit schedule' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: /Command/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /^Storage setpoint/ }).waitFor();
    await page.keyboard.type('Storage set');
    await focused(page.getByRole('option', { name: /^Storage setpoint/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await tabTo(page, page.getByRole('textbox', { name: 'with (kW)' }));
    await page.keyboard.type('80');
    await tabTo(page, page.getByRole('button', { name: 'Fill', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Value, entry 1', exact: true }));
    await page.keyboard.press('ArrowDown');
    await focused(page.getByRole('textbox', { name: 'Value, entry 2', exact: true }));
    await page.keyboard.type('60');
    await page.getByText(/The plan would change (from|between)/).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('✓ Set, and accepted by the controller').waitFor();
    const { schedules } = await inConsole.world.operator.readSite(brewery);
    expect(schedules.map(({ asset, type, entries }) => [asset, type, entries.length])).toEqual([
      ['bess', 'activePowerkW', 96],
    ]);
    expect(schedules[0]?.entries.slice(0, 3).map(({ value }) => value)).toEqual([80, 60, 80]);
  });
});

async function focused(target: Locator): Promise<void> {
  await expect.poll(() => isFocused(target)).toBe(true);
}
