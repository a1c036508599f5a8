import type { Page } from 'playwright-core';
import { changeSites } from '../console/change-sites.ts';
import { openConsole } from '../console/open-console.ts';
import { watchFrames } from '../console/watch-frames.ts';
import { medianOf } from '../run/compare.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const SITES = 10_000;
const CHANGES_PER_SECOND = 100;
const LONGEST_FRAME_MS = 50;
const WHEEL_EVERY_MS = 30;
const WHEEL_PX = 240;

export function consoleScrollRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir);
    await using opened = await openConsole(setpoint, store);
    const { page } = opened;
    await page.getByText('10,000 sites', { exact: true }).waitFor();
    await using changing = changeSites(setpoint, { siteIds: [...store.stamps.keys()], perSecond: CHANGES_PER_SECOND });
    await scroll(page, run.warmUpMs);
    const [longest, gaps]: [number[], number[]] = [[], []];
    for (let round = 0; round < run.rounds; round += 1) {
      const before = changing.count();
      const frames = await watchFrames(page, () => scroll(page, run.measureMs));
      if (changing.count() === before) throw new Error('nothing changed while it was scrolled');
      longest.push(Math.max(0, ...frames.longMs));
      gaps.push(frames.longestGapMs);
    }
    const worst = `in the worst round ${Math.max(...longest).toFixed(0)} ms`;
    const gap = `from one frame to the next at most ${medianOf(gaps).toFixed(0)} ms`;
    const what = `longest frame of a round by the browser's own account, 0 for none over 50 ms; median (${worst}; ${gap})`;
    return {
      kind: 'claimed',
      claims: [limitedTo(what, { measured: medianOf(longest), atMost: LONGEST_FRAME_MS, unit: 'ms' })],
    };
  };
  const title = `Scrolling through ${SITES.toLocaleString('en-US')} sites with ${CHANGES_PER_SECOND} changes a second`;
  return { name: 'console-scroll', title, measure };
}

async function scroll(page: Page, durationMs: number): Promise<void> {
  await page.getByRole('grid', { name: 'Sites' }).hover();
  const until = performance.now() + durationMs;
  while (performance.now() < until) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
}
