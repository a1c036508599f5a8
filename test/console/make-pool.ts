import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addClient } from './add-client.ts';
import type { ConsoleWorld } from './start-world.ts';

const HOUR_MS = 3_600_000;

/** A pool of a battery and a plant that have sold aFRR, and a client that may ask it. */
export async function makePool(world: ConsoleWorld, poolName: string, [battery, plant]: readonly [string, string]) {
  const made = {
    poolId: randomUUID(),
    antwerp: await world.addSimulatedSite('Grid battery Antwerp', battery),
    brewery: await world.addSimulatedSite('Brewery Plzen', plant),
  };
  for (const [siteId, value] of [
    [made.antwerp, 300],
    [made.brewery, 100],
  ] as const) {
    await world.operator.setSchedules(siteId, [
      command('activePowerkW', 0),
      command('afrrImportBookingkW', value),
      command('afrrExportBookingkW', value),
    ]);
  }
  const members = [{ siteId: made.antwerp }, { siteId: made.brewery }];
  await world.operator.pools.put(made.poolId, { poolName, service: 'afrr', split: 'proportional', members });
  return { ...made, desk: await addClient(world, { poolIds: [made.poolId] }) };
}

function command(type: 'activePowerkW' | 'afrrImportBookingkW' | 'afrrExportBookingkW', value: number) {
  const startAt = new Date(Date.now() - HOUR_MS).toISOString();
  const endAt = new Date(Date.now() + HOUR_MS).toISOString();
  return { asset: 'grid' as const, type, entries: [{ startAt, endAt, value }] };
}

interface Asking {
  readonly isTyped?: boolean;
  readonly press?: (target: Locator) => Promise<void>;
}

/** Waits until the page of a pool shows all that it reads: what comes later moves a button away under a press. */
export async function poolIsRead(page: Page): Promise<void> {
  await page
    .getByText(/kW available of/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByText(/^(Loading|Reading|being read)/).count()).toBe(0);
}

/** Composes a signal and confirms it, whatever is asked. */
export async function askPool(page: Page, text: string, asking: Asking = {}): Promise<void> {
  const { isTyped = true, press = (target) => target.click() } = asking;
  await poolIsRead(page);
  if (isTyped) await page.getByRole('textbox', { name: /^Power in kW/ }).fill(text);
  await press(page.getByRole('button', { name: 'Review…' }));
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/→/).waitFor();
  const question = dialog.getByText('Ask for it all the same');
  if ((await question.count()) > 0) await question.click();
  await press(dialog.getByRole('button', { name: 'Send' }));
}
