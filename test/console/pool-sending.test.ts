import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Credentials } from '../support/service/sign-in.ts';
import { describeConsole } from './describe-console.ts';
import { handOf, LOOKS } from './hand-of.ts';
import { askPool, makePool } from './make-pool.ts';
import { tabTo } from './tab-to.ts';

describeConsole('a pool that others ask for power meanwhile', (inConsole) => {
  const makeWatched = async (name: string) => {
    const made = await makePool(inConsole.world, `aFRR ${name}`, [`Battery ${name}`, `Brewery ${name}`]);
    return { ...made, path: `/pools/${made.poolId}`, ask: askerOf(inConsole.world.url(), made.desk, made.poolId) };
  };

  it.each(LOOKS)('what is typed replaces the power that runs, whatever others ask for, by $by', async (look) => {
    const { desk, path, ask } = await makeWatched(`typed by ${look.by}`);
    await ask(100, 1);
    const { page, complaints } = await inConsole.signIn({ path, credentials: desk, ...look });
    const power = powerOf(page);
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
    expect(complaints).toEqual([]);
  });
});

function askerOf(url: string, credentials: Credentials, poolId: string) {
  const { pools }: SetpointClient = createSetpointClient({ ...credentials, url });
  return (kW: number, sequence: number) =>
    pools.putSignal(poolId, { kW, sequence, validUntil: new Date(Date.now() + 600_000).toISOString() });
}

function powerOf(page: Page) {
  return page.getByRole('textbox', { name: /^Power in kW/ });
}

function asked(page: Page) {
  return page.getByRole('group', { name: 'This pool now' }).locator('.total', { hasText: 'Asked for' });
}
