import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { isFocused } from './tab-to.ts';

const BREWERY = 'Brewery that nobody meant';

describeConsole('a question before something is done', (inConsole) => {
  let siteId: string;

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Brewery Plzen', BREWERY);
  });
  afterEach(async () => {
    for (const { holdId } of await inConsole.world.openHolds(siteId))
      await inConsole.world.operator.holds.release(holdId);
  });

  it('has its answer under the next Tab from the start, and takes no press before it was read', async () => {
    const page = await inConsole.signIn({ path: `/sites/${siteId}` });
    await page.getByRole('button', { name: `Hold ${BREWERY}` }).waitFor();
    // In the same moment as the question, which no keyboard of a test is quick enough for.
    await page.evaluate(`new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        const [, answer] = document.querySelectorAll('[role="alertdialog"] .actions button');
        if (answer === undefined) return;
        watch.disconnect();
        answer.focus();
        answer.click();
        resolve();
      });
      watch.observe(document.body, { childList: true, subtree: true });
      document.querySelector('button[aria-label="Hold ${BREWERY}"]').click();
    })`);
    const answer = page.getByRole('alertdialog').getByRole('button', { name: 'Hold', exact: true });
    await expect.poll(() => answer.isEnabled()).toBe(true);
    expect(await inConsole.world.openHolds(siteId)).toEqual([]);
    await expectFocus(answer);
    await page.keyboard.press('Enter');
    await page.getByText('‖ Held').waitFor();
  });

  it('forgets what was typed and chosen when it is cancelled', async () => {
    const page = await inConsole.signIn({ path: `/sites/${siteId}` });
    const [ask, dialog] = [page.getByRole('button', { name: `Hold ${BREWERY}` }), page.getByRole('alertdialog')];
    await ask.click();
    await dialog.getByRole('radio', { name: 'Storage' }).click();
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('the wrong site');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await ask.click();
    await expect(dialog.getByRole('textbox', { name: /^Reason/ }).inputValue()).resolves.toBe('');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByText('‖ Held').waitFor();
    const [hold] = await inConsole.world.openHolds(siteId);
    expect([hold?.asset, hold?.reason]).toEqual([undefined, null]);
  });
});

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => isFocused(target)).toBe(true);
}
