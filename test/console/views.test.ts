import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { findFaintTexts, findViolations } from './find-violations.ts';
import { takePicture } from './looks-right.ts';
import type { PageOptions } from './open-page.ts';

const BUILT = fileURLToPath(new URL('../../packages/server/dist/console/assets/', import.meta.url));
const MOST_SCRIPT_BYTES = 260_000;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const HOUR_MS = 3_600_000;

describeConsole('every view of the console', (inConsole) => {
  let siteId: string;
  let clientId: string;
  let webhookId: string;
  let alertId: string;
  const poolId = randomUUID();

  beforeAll(async () => {
    siteId = await inConsole.world.addSimulatedSite('Grid battery Antwerp', 'Battery in the views');
    await inConsole.world.addSimulatedSite('Brewery Plzen', 'Brewery in the views');
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const entry = (value: number) => [
      { startAt: new Date(hour - HOUR_MS).toISOString(), endAt: new Date(hour + 6 * HOUR_MS).toISOString(), value },
    ];
    await inConsole.world.operator.setSchedules(siteId, [
      { asset: 'grid', type: 'upperLimitkW', entries: entry(400) },
      { asset: 'grid', type: 'activePowerkW', entries: entry(100) },
      { asset: 'grid', type: 'afrrImportBookingkW', entries: entry(350) },
    ]);
    const { siteId: offlineId } = await inConsole.world.operator.registry.addSite({ siteName: 'Offline in the views' });
    const client = await inConsole.world.operator.registry.addClient({ clientName: 'Trader' });
    clientId = client.clientId;
    await inConsole.world.operator.holds.make({ siteId: offlineId, reason: 'a drill' });
    webhookId = (await inConsole.world.operator.webhooks.add({ url: 'https://127.0.0.1:1/taken' })).webhookId;
    await inConsole.world.operator.webhooks.test(webhookId);
    const rule = { alertName: 'Site offline', condition: 'offline', minutes: 0, siteId: offlineId } as const;
    const to = { channel: 'slack', target: 'https://127.0.0.1:1/hook' } as const;
    alertId = (await inConsole.world.operator.alerts.add({ ...rule, ...to })).alertId;
    const members = [{ siteId }, { siteId: offlineId }];
    const pool = { poolName: 'aFRR of the views', service: 'afrr', split: 'proportional', members } as const;
    await inConsole.world.operator.pools.put(poolId, pool);
    const drill = await inConsole.world.operator.holds.make({ siteId, reason: 'a view that is over' });
    await inConsole.world.operator.holds.release(drill.holdId);
  });

  const signedIn = (options?: PageOptions) => inConsole.signIn(options);
  // In place, so that memory, and with it the session's token, lasts from view to view.
  const go = async (page: Page, path: string) => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.locator('.loading').first().waitFor({ state: 'detached' });
  };
  const views = () => [
    '/',
    `/sites/${siteId}`,
    `/sites/${siteId}/edit`,
    `/sites/${siteId}/day`,
    '/pools',
    `/pools/${poolId}`,
    '/headroom',
    '/alerts',
    `/alerts/${alertId}`,
    '/registry/sites',
    `/registry/sites/${siteId}`,
    '/registry/clients',
    `/registry/clients/${clientId}`,
    '/registry/people',
    '/registry/groups',
    '/registry/webhooks',
    `/registry/webhooks/${webhookId}`,
    '/registry/audit',
    '/registry/audit?actor=service:setpoint&from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z',
    '/registry/token',
    '/holds',
    '/health',
    '/me',
    '/nowhere',
  ];

  // What is there only once it is opened.
  const opened = [
    {
      name: '-audit-changes',
      path: '/registry/audit?action=service.started&from=2020-01-01T00:00:00Z',
      open: async (page: Page) => {
        await page
          .getByRole('button', { name: /The service started/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Show all of it' }).click();
        await page.getByRole('button', { name: 'Show less' }).waitFor();
      },
    },
    {
      name: '-released-holds',
      path: '/health',
      open: async (page: Page) => {
        await page.getByRole('button', { name: 'Released holds' }).click();
        await page.getByText('a view that is over').waitFor();
      },
    },
  ];
  const pictureOf = (path: string) => path.replace(/[\da-f-]{36}/, 'one').replaceAll(/\W+/g, '-');

  /** Shows one after the other, and gives what is found wrong. */
  async function walk(page: Page, look: (name: string) => Promise<readonly string[]>): Promise<string[]> {
    const found: string[] = [];
    const places = views().map((path) => ({ name: pictureOf(path), path, open: async (_page: Page) => {} }));
    for (const { name, path, open } of [...places, ...opened]) {
      await go(page, path);
      await open(page);
      found.push(...(await look(name)).map((violation) => `${name}: ${violation}`));
    }
    return found;
  }

  it.each(['light', 'dark'] as const)('has nothing that axe finds wrong, %s', async (theme) => {
    const page = await signedIn({ theme });
    const found = await walk(page, async (name) => {
      await takePicture(page, `view${name}-${theme}`);
      return theme === 'light' ? findViolations(page) : findFaintTexts(page);
    });
    expect(found).toEqual([]);
  });

  it('is usable at the width of a phone', async () => {
    const page = await signedIn({ width: 390, height: 800 });
    const found = await walk(page, async (name) => {
      expect([name, await page.evaluate(OVERFLOW)]).toEqual([name, 0]);
      const violations = await findViolations(page);
      await takePicture(page, `phone${name}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      violations.push(...(await findFaintTexts(page)));
      await takePicture(page, `phone${name}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
      return violations;
    });
    expect(found).toEqual([]);
    await go(page, `/sites/${siteId}`);
    for (const tab of ['Delivery', 'Following', 'Batches', 'Events', 'Devices']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('.loading:visible').first().waitFor({ state: 'detached' });
      expect([tab, await page.evaluate(OVERFLOW)]).toEqual([tab, 0]);
      await takePicture(page, `phone-site-${tab}`);
    }
  });
});

it('the script of the first load weighs no more than it may', () => {
  const page = textOf(`${BUILT}../`, readdirSync(`${BUILT}..`).find((name) => name.startsWith('index.html')) ?? '');
  const names = readdirSync(BUILT).filter(
    (name) => page.includes(name.replace(/\.br$/, '')) && /\.js(\.br)?$/.test(name),
  );
  expect(names.length).toBeGreaterThan(0);
  const bytes = names.reduce((sum, name) => sum + gzipSync(textOf(BUILT, name), { level: 1 }).length, 0);
  expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
});

/** A file as it was built: those that compress well are kept compressed. */
function textOf(folder: string, name: string): string {
  const bytes = readFileSync(folder + name);
  return (name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString();
}
