import { createSetpointClient } from '@setpoint/client';
import type { PoolShare } from '@setpoint/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askPool } from '../../console/make-pool.ts';
import { looksRight } from '../../console/looks-right.ts';
import { launchBrowser, openPage, takeComplaints } from '../../console/open-page.ts';
import { unless } from '@setpoint/server/testing/unless';
import { noBrowser } from '../../support/find-browser.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { startToldDemo } from '../../package/demo/start-demo.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const HOUR_MS = 3_600_000;
/** A signal as it lasts if nobody chooses otherwise. */
const SIGNAL_MS = 60_000;
const ANTWERP = 'Grid battery Antwerp';

describe('the switches of the demonstration', unless(noBrowser), () => {
  const folder = folderOfTests();
  let demo: Awaited<ReturnType<typeof startToldDemo>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    demo = await startToldDemo(['--data', folder]);
    browser = await launchBrowser();
    page = await openPage(browser, demo.url, { height: 1_700 });
    await page.goto(demo.signInUrl);
    await page.getByRole('row', { name: /Brewery Plzen/ }).waitFor();
  });
  afterEach(() => expect(takeComplaints()).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await demo.stop();
  });

  it('cuts a site off in the console, and its share goes to the others when its last order ends', async () => {
    const { pools } = createSetpointClient({ url: demo.url, token: demo.token });
    const poolId = await firstPool(pools.list());
    const antwerp = demo.sites.find(({ siteName }) => siteName === ANTWERP)?.siteId;
    await page.goto(`${demo.url}/pools/${poolId}`);
    await askPool(page, '1500');
    await page.getByText(/✓ Signal \d+: asked for 1.?500 kW/).waitFor();

    const row = page.getByRole('region', { name: 'Members' }).getByRole('row', { name: new RegExp(ANTWERP) });
    await row.getByRole('button', { name: 'Cut off' }).click();
    await row.getByText('cut off; the service waits for its next report').waitFor();
    await row.getByText(/^cut off; it may still follow .* kW, which goes to the others/).waitFor();
    // The demonstration asks each 4 s, and this takes 15 s.
    await expect(pools.readSignal(poolId)).resolves.toMatchObject({ kW: 1_500 });
    const moved = row.getByText('cut off; its last order has ended, and its share has gone to the others');
    await moved.waitFor({ timeout: SIGNAL_MS });
    await row.getByRole('cell', { name: 'cannot be reached', exact: true }).waitFor();
    // Once the signal of the visitor has ended, the demonstration goes on.
    const { shortfallkW, followedkW } = await lookUntil(
      () => pools.readSignal(poolId),
      ({ kW }) => kW !== 1_500,
    );
    const share = await shareOf(pools.shares(poolId), antwerp);
    expect([shortfallkW, followedkW, share]).toMatchObject([0, 0, { kW: 0, because: 'offline' }]);
    await looksRight(page, 'pool-moved-on');

    await row.getByRole('button', { name: 'Connect again' }).click();
    await row.getByRole('button', { name: 'Cut off' }).waitFor();
    await lookUntil(
      () => shareOf(pools.shares(poolId), antwerp),
      (after) => after?.kW !== 0,
    );
  });

  it('lets a site lie in the console, and its meter gives it away', async () => {
    const { pools, overview } = createSetpointClient({ url: demo.url, token: demo.token });
    const poolId = await firstPool(pools.list());
    const { siteId: antwerp = '' } = demo.sites.find(({ siteName }) => siteName === ANTWERP) ?? {};
    await page.goto(`${demo.url}/pools/${poolId}`);
    await page.getByRole('radio', { name: '15 min' }).click();
    await askPool(page, '1500');
    const row = page.getByRole('region', { name: 'Members' }).getByRole('row', { name: new RegExp(ANTWERP) });
    await row.getByRole('button', { name: 'Make it lie' }).click();
    await row.getByText(/^says that it follows; its meter/).waitFor();
    const hour = { from: instantOf(-HOUR_MS), to: instantOf(0) };
    await lookUntil(
      async () => (await pools.following(poolId, hour)).members.find(({ siteId }) => siteId === antwerp)?.order?.state,
      (state) => state === 'deviating',
      { withinMs: 180_000 },
    );
    const { commands } = await overview.readDelivery(antwerp);
    expect(commands.filter(({ state }) => state === 'rejected')).toEqual([]);
    await row.getByRole('button', { name: 'Make it honest' }).click();
    await row.getByRole('button', { name: 'Make it lie' }).waitFor();
  });
});

function instantOf(fromNowMs: number): string {
  return new Date(Date.now() + fromNowMs).toISOString();
}

async function firstPool(pools: AsyncIterable<{ readonly poolId: string }>): Promise<string> {
  for await (const { poolId } of pools) return poolId;
  throw new Error('there is no pool');
}

async function shareOf(shares: AsyncIterable<PoolShare>, siteId: string | undefined): Promise<PoolShare | undefined> {
  for await (const share of shares) if (share.siteId === siteId) return share;
  return undefined;
}
