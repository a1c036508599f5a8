import { changeSites } from '../console/change-sites.ts';
import { openConsole } from '../console/open-console.ts';
import { type Memory, readMemory } from '../console/read-memory.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const SITES = 1_000;
/** An hour of ten changes a second, in two minutes. */
const CHANGES = 36_000;
const PER_SECOND = 300;
/** The engine compiles what runs often; most of that has happened by then. */
const WARM_UP = CHANGES / 2;
const MOST_GROWTH_PERCENT = 5;
/** A byte a change: less than the smallest thing that could be kept of each. */
const MOST_KEPT_BYTES = 1_000;
const LOOK_MS = 250;

export function consoleMemoryRow(_run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir);
    await using opened = await openConsole(setpoint, store);
    const { page, context } = opened;
    await page.getByText('1,000 sites', { exact: true }).waitFor();
    const browser = await context.newCDPSession(page);
    const siteIds = [...store.stamps.keys()];
    const memoryAfter = async (count: number): Promise<Memory> => {
      await using changing = changeSites(setpoint, { siteIds, perSecond: PER_SECOND });
      while (changing.count() < count) await page.waitForTimeout(LOOK_MS);
      await changing[Symbol.asyncDispose]();
      return await readMemory(page, browser);
    };
    const before = await memoryAfter(WARM_UP);
    const after = await memoryAfter(CHANGES);
    return { kind: 'claimed', claims: claimsOf(before, after) };
  };
  const title = `An hour of ten changes a second among ${SITES.toLocaleString('en-US')} sites, compressed`;
  return { name: 'console-memory', title, measure };
}

function claimsOf(before: Memory, after: Memory) {
  const over = `over ${CHANGES.toLocaleString('en-US')} changes`;
  const heap = `growth of the heap, collected, ${over} (${mb(before.heapBytes)} before, ${mb(after.heapBytes)} after)`;
  const kept = `growth of what the page's program keeps for each 1,000 changes, ${over} (${mb(before.keptBytes)} before, ${mb(after.keptBytes)} after)`;
  const growth = Math.max(0, (after.heapBytes / before.heapBytes - 1) * 100);
  const keptEach = Math.max(0, ((after.keptBytes - before.keptBytes) / CHANGES) * 1_000);
  return [
    limitedTo(heap, { measured: growth, atMost: MOST_GROWTH_PERCENT, unit: '%' }),
    limitedTo(kept, { measured: keptEach, atMost: MOST_KEPT_BYTES, unit: 'B' }),
  ];
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
