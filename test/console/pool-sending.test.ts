import { createSetpointClient } from '@setpoint/client';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { handOf, LOOKS } from './hand-of.ts';
import { askPool, makePool } from './make-pool.ts';
import { tabTo } from './tab-to.ts';

describeConsole('a pool that others ask for power meanwhile', (inConsole) => {
  const makeWatched = async (name: string) => {
    const made = await makePool(inConsole.world, `aFRR ${name}`, [`Battery ${name}`, `Brewery ${name}`]);
    const { pools } = createSetpointClient({ ...made.desk, url: inConsole.world.url() });
    const ask = (kW: number, sequence: number) =>
      pools.putSignal(made.poolId, { kW, sequence, validUntil: new Date(Date.now() + 600_000).toISOString() });
    return { ...made, path: `/pools/${made.poolId}`, ask };
  };

  it.each(LOOKS)('what is typed replaces the power that runs, whatever others ask for, by $by', async (look) => {
    const { desk, path, ask } = await makeWatched(`typed by ${look.by}`);
    await ask(100, 1);
    const page = await inConsole.signIn({ path, credentials: desk, ...look });
    const power = page.getByRole('textbox', { name: /^Power in kW/ });
    await asked(page).getByText('100 kW').waitFor();
    if (look.by === 'keys') await tabTo(page, power);
    else await handOf(page, look.by).press(power);
    await ask(128.341, 2);
    await asked(page).getByText('128 kW').waitFor();
    await expect(power.inputValue()).resolves.toBe('100');
    await page.keyboard.type('-50');
    await expect(power.inputValue()).resolves.toBe('-50');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByText('128.341 → −50 kW').waitFor();
    await page.keyboard.press('Escape');
    await power.fill('70');
    await askPool(page, '70', { isTyped: false });
    await asked(page).getByText('70 kW').waitFor();
  });

  it('what one sent is taken back; what somebody else sent is named, and set to 0', async () => {
    const { poolId, desk, path } = await makeWatched('taken back');
    const page = await inConsole.signIn({ path, credentials: desk });
    await askPool(page, '70');
    const [takeBack, toZero] = ['Take back…', 'Set to 0 kW…'].map((name) => page.getByRole('button', { name }));
    await takeBack?.waitFor();
    const { pools } = inConsole.world.operator;
    const askMeanwhile = async (kW: number) => {
      await pools.takeSeat(poolId, 'a test');
      await pools.sendSignal(poolId, { kW, validUntil: new Date(Date.now() + 600_000).toISOString() });
      await pools.giveBackSeat(poolId);
    };
    await askMeanwhile(120);
    await toZero?.click();
    await expect(takeBack?.count()).resolves.toBe(0);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/^End signal 1 by operator and set aFRR taken back to 0 kW\?$/).waitFor();
    await dialog.getByText('120 → 0 kW').waitFor();
    // What is asked for meanwhile was not shown: it goes on.
    await askMeanwhile(130);
    await dialog.getByRole('button', { name: 'Set to 0 kW', exact: true }).click();
    await page.getByRole('alert').getByText('The service says: another signal runs by now').waitFor();
    await asked(page).getByText('130 kW').waitFor();
    await toZero?.click();
    await dialog.getByText(/^End signal 1 /).waitFor();
    await dialog.getByRole('button', { name: 'Set to 0 kW', exact: true }).click();
    await page.getByText('✓ Signal 1: asked for 0 kW').waitFor();
  });
});

function asked(page: Page) {
  return page.getByRole('group', { name: 'This pool now' }).locator('.total', { hasText: 'Asked for' });
}
