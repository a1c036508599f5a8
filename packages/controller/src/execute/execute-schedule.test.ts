import { expect, onTestFinished, test } from 'vitest';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { startSite } from '../../testing/start-site.ts';
import { executeSchedule } from './execute-schedule.ts';

test.each([
  ['', 0],
  [', also where the clock is set back meanwhile', -3_600_000],
  [', also where the clock is set forward meanwhile', 1_800_000],
])(
  'a refusal that comes and goes under the same schedule is told when it changes, and only then%s',
  async (_, setMs) => {
    let offMs = 0;
    const { driver, der, clock } = await startSite('bess');
    const hour = 3_600_000;
    const span = { startMs: clock.nowMs() - 2 * hour, endMs: clock.nowMs() + hour, value: 25 };
    const commands = new Map([['bess/activePowerkW', [span]]] as const);
    const schedule: Schedule = { revision: 'a', holdSeconds: null, commands, rejected: [], offers: [] };
    const told: number[] = [];
    const execution = await executeSchedule({
      driver,
      settings: {
        siteId: '00000000-0000-4000-8000-0000000000aa',
        ownMode: 'idle',
        socWindow: { minPercent: 0, maxPercent: 100, fadePercent: 0 },
      },
      schedule: () => schedule,
      tickEveryMs: 10,
      now: () => clock.nowMs() + offMs,
      elapsedMs: clock.nowMs,
      log: () => undefined,
      onRejections: () => told.push(execution.latest()?.rejected.length ?? -1),
    });
    onTestFinished(() => execution.stop());
    await execution.begin();
    der.misbehave('refuses');
    await expect.poll(() => told, { interval: 5 }).toEqual([1]);
    offMs = setMs;
    der.misbehave(null);
    await expect.poll(() => der.follows().setpointW, { interval: 5 }).toBe(25_000);
    clock.advance(10_000);
    await expect.poll(() => told, { interval: 5 }).toEqual([1, 0]);
  },
);
