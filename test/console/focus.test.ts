import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { handOf } from './hand-of.ts';
import { askPool, makePool } from './make-pool.ts';
import { isFocused } from './tab-to.ts';
import { appears } from './looks-right.ts';

const BREWERY = 'Brewery in focus';

describeConsole('the keyboard goes on', (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
  });

  it('at the heading of a new view, by the palette and by a link, and stays in the tabs of a site', async () => {
    const page = await inConsole.signIn({ path: '/headroom' });
    const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Registry' });
    await link.focus();
    await page.keyboard.press('Control+k');
    await expectFocus(page.getByRole('searchbox', { name: 'Go to' }));
    await page.keyboard.type(BREWERY);
    await appears(page.getByRole('menuitem', { name: new RegExp(BREWERY) }));
    await page.keyboard.press('Enter');
    await expectFocus(heading(page, BREWERY));
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('button', { name: `Hold ${BREWERY}` }));
    const tab = page.getByRole('tab').first();
    await tab.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/\/delivery$/);
    await expectFocus(page.getByRole('tab').nth(1));
    await link.focus();
    await page.keyboard.press('Enter');
    await expectFocus(heading(page, 'Registry'));
  });

  it('near a hold that was released', async () => {
    await inConsole.world.operator.holds.make({ siteId });
    const page = await inConsole.signIn({ path: `/sites/${siteId}` });
    const { press } = handOf(page, 'keys');
    await press(page.getByRole('button', { name: `Release ${BREWERY}` }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true }));
    await page.getByRole('region', { name: 'Holds on this site' }).waitFor({ state: 'detached' });
    await expectFocus(heading(page, BREWERY));
  });

  it('at the form, when a signal was sent or taken back', async () => {
    const made = await makePool(inConsole.world, 'aFRR focus', ['Battery focus', 'Brewery focus']);
    const page = await inConsole.signIn({ path: `/pools/${made.poolId}`, credentials: made.desk });
    const { press } = handOf(page, 'keys');
    const form = page.getByRole('heading', { name: 'Ask for power' });
    await page.getByText('400 kW available of 400 kW booked').first().waitFor();
    await askPool(page, '100', { press });
    await page.getByText('✓ Signal 1: asked for 100 kW').waitFor();
    await expectFocus(form);
    await press(page.getByRole('button', { name: 'Take back…' }));
    await press(page.getByRole('button', { name: 'Take back', exact: true }));
    await page.getByText('✓ Signal 1 taken back: the pool is asked for nothing').waitFor();
    await expectFocus(form);
  });
});

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name });
}

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => isFocused(target)).toBe(true);
}
