import { randomUUID } from 'node:crypto';
import type { RegistryDocument } from '@setpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { describeOwnConsole } from '../describe-console.ts';
import { takePicture } from '../looks-right.ts';
import { type ConsoleWorld, startWorld } from '../start-world.ts';

const SITES = 10_000;
const IN_ONE = 500;
/** On the screen, and a few more on either side. */
const MOST_ROWS = 60;
const HOUR_MS = 3_600_000;

describeOwnConsole('a fleet of 10,000 sites', startWorld, (inConsole) => {
  beforeAll(async () => {
    // One after the other: of large bodies a client may have few under way.
    for (let first = 0; first < SITES; first += IN_ONE) {
      await inConsole.world.operator.registry.importRegistry(documentOf(first));
    }
  });

  it('is searched, sorted and followed live, with no more rows than fit on the screen', async () => {
    const page = await inConsole.signIn();
    await page.getByText('10,000 sites', { exact: true }).waitFor();
    const table = page.getByRole('grid', { name: 'Sites' });
    await page.getByRole('columnheader', { name: 'Site' }).click();
    await page.getByRole('row', { name: /Site 00000/ }).waitFor();
    await takePicture(page, '10000-sites');
    expect(await table.getByRole('row').count()).toBeLessThan(MOST_ROWS);
    const last = await siteNamed(inConsole.world, 'Site 09999');
    const asked = page.waitForRequest((request) => request.url().includes('siteIds') && request.url().includes(last));
    await table.hover();
    await page.mouse.wheel(0, SITES * 100);
    await page.getByRole('row', { name: /Site 09999/ }).waitFor();
    await asked;
    expect(await table.getByRole('row').count()).toBeLessThan(MOST_ROWS);
    const isFocused = (name: string) =>
      page.getByRole('row', { name: new RegExp(name) }).evaluate((row) => row === row.ownerDocument.activeElement);
    await page.getByRole('row', { name: /Site 00000/ }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => isFocused('Site 09999')).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => isFocused('Site 09998')).toBe(true);
    await page.keyboard.press('Home');
    await expect.poll(() => isFocused('Site 00000')).toBe(true);
    await page.getByRole('searchbox', { name: 'Search the sites' }).fill('site 07777');
    const row = page.getByRole('row', { name: /Site 07777/ });
    await row.waitFor();
    await page.getByText('1 site', { exact: true }).waitFor();
    await row.getByText('own operation').waitFor();
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await setNow(inConsole.world, await siteNamed(inConsole.world, 'Site 07777'), hour);
    await row.getByText('Grid setpoint 5 kW import').waitFor();
    await row.click();
    await page.getByRole('heading', { level: 1, name: 'Site 07777' }).waitFor();
  });

  it('is asked about in parts for its headroom, and none is left out of the sum', async () => {
    const page = await inConsole.signIn({ path: '/headroom' });
    const calls: number[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().includes('headroom')) return;
      calls.push((JSON.parse(request.postData() ?? '{}') as { siteIds: string[] }).siteIds.length);
    });
    await page.getByRole('button', { name: 'Calculate for 10,000 sites' }).waitFor();
    await page.getByRole('combobox', { name: 'To' }).selectOption('01:00');
    await page.getByRole('button', { name: 'Calculate for 10,000 sites' }).click();
    await page.getByText(/^Sum of 10,000 sites/).waitFor();
    expect(calls).toEqual(Array.from({ length: 10 }, () => 1_000));
  });
});

function documentOf(first: number): RegistryDocument {
  const sites = Array.from({ length: IN_ONE }, (_, index) => ({
    siteId: randomUUID(),
    siteName: `Site ${String(first + index).padStart(5, '0')}`,
    timeZone: 'UTC',
    notes: '',
  }));
  return { format: 'setpoint-registry-1', sites, clients: [] };
}

async function siteNamed(world: ConsoleWorld, name: string): Promise<string> {
  for await (const site of world.operator.registry.sites({ name })) if (site.siteName === name) return site.siteId;
  throw new Error(`there is no site ${name}`);
}

async function setNow(world: ConsoleWorld, siteId: string, hour: number): Promise<void> {
  const [startAt, endAt] = [hour, hour + 2 * HOUR_MS].map((ms) => new Date(ms).toISOString()) as [string, string];
  await world.operator.setSchedules(siteId, [
    { asset: 'grid', type: 'activePowerkW', entries: [{ startAt, endAt, value: 5 }] },
  ]);
}
