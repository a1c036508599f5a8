import type { CDPSession } from 'playwright-core';
import { changeSites } from '../console/change-sites.ts';
import { openConsole } from '../console/open-console.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const SITES = 1_000;
/** An hour of ten changes a second, in two minutes. */
const CHANGES = 36_000;
const PER_SECOND = 300;
const WARM_UP = CHANGES / 6;
const MOST_GROWTH_PERCENT = 5;
const LOOK_MS = 250;

export function consoleMemoryRow(_run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir);
    await using opened = await openConsole(setpoint, store);
    const { page, context } = opened;
    await page.getByText('1,000 sites', { exact: true }).waitFor();
    const browser = await context.newCDPSession(page);
    await using changing = changeSites(setpoint, { siteIds: [...store.stamps.keys()], perSecond: PER_SECOND });
    const until = async (count: number) => {
      while (changing.count() < count) await page.waitForTimeout(LOOK_MS);
    };
    await until(WARM_UP);
    const before = await heapMb(browser);
    await until(WARM_UP + CHANGES);
    const after = await heapMb(browser);
    const what = `growth of the heap, collected, over ${CHANGES.toLocaleString('en-US')} changes (${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after)`;
    const growth = Math.max(0, (after / before - 1) * 100);
    return {
      kind: 'claimed',
      claims: [limitedTo(what, { measured: growth, atMost: MOST_GROWTH_PERCENT, unit: '%' })],
    };
  };
  const title = `An hour of ten changes a second among ${SITES.toLocaleString('en-US')} sites, compressed`;
  return { name: 'console-memory', title, measure };
}

async function heapMb(browser: CDPSession): Promise<number> {
  await browser.send('HeapProfiler.collectGarbage');
  await browser.send('HeapProfiler.collectGarbage');
  return (await browser.send('Runtime.getHeapUsage')).usedSize / 1e6;
}
