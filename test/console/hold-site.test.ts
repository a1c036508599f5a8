import type { Scope } from '@setpoint/contract';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { addClient } from './add-client.ts';
import { describeConsole } from './describe-console.ts';
import { looksRight } from './looks-right.ts';
import { isFocused, tabTo } from './tab-to.ts';

const BREWERY = 'Brewery that is held';
const CONFIRMED = '✓ Its controller has confirmed the hold';
const HOUR_MS = 3_600_000;

describeConsole('in the view of a site', (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
    const startAt = new Date().toISOString();
    const entries = [{ startAt, endAt: new Date(Date.now() + HOUR_MS).toISOString(), value: 20 }];
    await inConsole.world.operator.setSchedules(siteId, [
      { asset: 'grid', type: 'activePowerkW', entries },
      { asset: 'bess', type: 'activePowerkW', entries },
    ]);
  });
  afterEach(async () => {
    for (const { holdId } of await inConsole.world.openHolds(siteId))
      await inConsole.world.operator.holds.release(holdId);
  });

  it('its storage is held, confirmed and released without a mouse', async () => {
    const page = await inConsole.signIn({ path: sitePath() });
    await tabTo(page, page.getByRole('button', { name: `Hold ${BREWERY}` }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: `Hold ${BREWERY}` });
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole('radio', { name: 'Whole site' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => isFocused(dialog.getByRole('radio', { name: 'Storage' }))).toBe(true);
    await page.keyboard.press('Space');
    await tabTo(page, dialog.getByRole('textbox', { name: /^Reason/ }));
    await page.keyboard.type('it hums');
    await looksRight(page, 'hold-site-asked');
    await tabTo(page, dialog.getByRole('button', { name: 'Hold', exact: true }));
    await expect.poll(() => dialog.getByRole('button', { name: 'Hold', exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText(CONFIRMED).waitFor();
    await page.getByText('‖ held', { exact: true }).waitFor();
    await looksRight(page, 'hold-site');
    const [hold, ...others] = await inConsole.world.openHolds(siteId);
    expect(hold).toMatchObject({ siteId, asset: 'bess', reason: 'it hums' });
    expect(others).toEqual([]);
    await expect(commandStates()).resolves.toEqual({ 'grid/activePowerkW': 'accepted', 'bess/activePowerkW': 'held' });

    await tabTo(page, page.getByRole('button', { name: `Release Storage of ${BREWERY}` }));
    await page.keyboard.press('Enter');
    const release = page.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true });
    await tabTo(page, release);
    await expect.poll(() => release.isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await holdsShown(page).waitFor({ state: 'detached' });
    await expect.poll(commandStates).toMatchObject({ 'bess/activePowerkW': 'accepted' });
  });

  it('a client that may schedule it may hold it, but not release the hold of an operator', async () => {
    const trader = await addClient(inConsole.world, { siteIds: [siteId] });
    await inConsole.world.operator.holds.make({ siteId, asset: 'grid', reason: 'works on the line' });
    const page = await inConsole.signIn({ path: sitePath(), credentials: trader });
    await page.getByText('works on the line').waitFor();
    await page.getByRole('button', { name: `Hold ${BREWERY}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hold', exact: true }).click();
    await expect.poll(() => page.getByText(CONFIRMED).count()).toBe(2);
    await expect(holdsShown(page).getByRole('button').allTextContents()).resolves.toEqual(['Release']);
    await page.getByRole('button', { name: `Release ${BREWERY}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true }).click();
    await expect.poll(() => page.getByText(CONFIRMED).count()).toBe(1);
    const [hold, ...others] = await inConsole.world.openHolds(siteId);
    expect([hold?.asset, others]).toEqual(['grid', []]);
  });

  it.each<[string, Scope[]]>([
    ['scope', ['sites:read']],
    ['grant', ['sites:read', 'schedules:write']],
  ])('a client without the %s to schedule it sees the hold, and no buttons', async (name, scopes) => {
    const reader = await addClient(inConsole.world, { scopes, can: 'read', siteIds: [siteId] });
    await inConsole.world.operator.holds.make({ siteId, reason: `seen without a ${name}` });
    const page = await inConsole.signIn({ credentials: reader });
    const isRefused = name === 'grant' ? page.waitForResponse((response) => response.status() === 403) : undefined;
    await page.goto(inConsole.world.url() + sitePath());
    await isRefused;
    await page.getByText(`seen without a ${name}`).waitFor();
    await page.getByText(CONFIRMED).waitFor();
    // By the next answer, what the refusal changed is on the screen.
    await page.waitForResponse((response) => response.url().includes('/holds'));
    await expect(page.getByRole('button', { name: /^(Hold|Release)/ }).count()).resolves.toBe(0);
  });

  const sitePath = () => `/sites/${siteId}`;

  async function commandStates(): Promise<Record<string, string>> {
    const { commands } = await inConsole.world.operator.overview.readDelivery(siteId);
    return Object.fromEntries(commands.map(({ asset, type, state }) => [`${asset}/${type}`, state]));
  }
});

function holdsShown(page: Page) {
  return page.getByRole('region', { name: 'Holds on this site' });
}
