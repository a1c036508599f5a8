import { expect, onTestFinished, test } from 'vitest';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { startSite } from '../../testing/start-site.ts';
import { type Driver, type Refusals } from '../driver/driver.ts';
import { manualClock } from '../../testing/manual-clock.ts';
import { executeSchedule } from './execute-schedule.ts';

const SETTINGS = {
  siteId: '00000000-0000-4000-8000-0000000000aa',
  ownMode: 'idle',
  socWindow: { minPercent: 0, maxPercent: 100, fadePercent: 0 },
} as const;

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
      settings: SETTINGS,
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
    // What a tick heard just before may count from after it: then it is over ten seconds later.
    const tenSecondsLater = () => {
      clock.advance(10_000);
      return told;
    };
    await expect.poll(tenSecondsLater, { interval: 200 }).toEqual([1, 0]);
  },
);

const late: Refusals = { bessKw: { kind: 'late', reason: 'The device has not answered yet.' } };
const unknown: Refusals = { bessKw: { kind: 'unknown', reason: 'The device has not answered yet.' } };

/** What is rejected of a new schedule once the devices had their time, and how long that was; each answer takes a while. */
async function beginWith(answers: readonly Refusals[], eachMs: number) {
  const clock = manualClock(Date.UTC(2030, 0, 1));
  const rest = [...answers];
  const beganAtMs = clock.nowMs();
  const driver: Driver = {
    read: () =>
      Promise.resolve({
        atMs: clock.nowMs(),
        frequencyHz: 50,
        devices: {
          uid: 'site',
          node_type: 'Dispatcher',
          device_type: 'site',
          children: [
            {
              uid: 'bess',
              node_type: 'Device',
              device_type: 'bess',
              rated_power_upper_limit_kW: 100,
              rated_power_lower_limit_kW: -100,
              active_power_kw: 0,
              children: [],
            },
          ],
        },
      }),
    write: (target) => {
      if (target.bessKw === null) return Promise.resolve({});
      clock.advance(eachMs);
      return Promise.resolve((rest.length > 1 ? rest.shift() : rest[0]) ?? {});
    },
  };
  const span = { startMs: clock.nowMs() - 3_600_000, endMs: clock.nowMs() + 3_600_000, value: 25 };
  const commands = new Map([['bess/activePowerkW', [span]]] as const);
  let schedule: Schedule | null = null;
  const execution = await executeSchedule({
    driver,
    settings: SETTINGS,
    schedule: () => schedule,
    tickEveryMs: 3_600_000,
    // The clock on the wall is set back by whatever goes by.
    now: () => beganAtMs,
    elapsedMs: clock.nowMs,
    log: () => undefined,
  });
  onTestFinished(() => execution.stop());
  schedule = { revision: 'a', holdSeconds: null, commands, rejected: [], offers: [] };
  await execution.begin();
  const rejected = execution.latest()?.rejected.map(({ code }) => code);
  return { rejected, tookMs: clock.nowMs() - beganAtMs };
}

test.each<[string, Refusals[], number, string[], number]>([
  ['an answer that is late is waited for, and no refusal', [late, late, late, late, {}], 1_000, [], 5_000],
  ['one that stays away is a refusal', [late, late, late, late, late, unknown], 1_000, ['internal'], 6_000],
  ['a link that is lost is one soon', [unknown], 500, ['internal'], 1_500],
])('%s', async (_, answers, eachMs, rejected, tookMs) => {
  expect(await beginWith(answers, eachMs)).toMatchObject({ rejected, tookMs });
});
