import { expect, onTestFinished, test } from 'vitest';
import { sunspecDriver } from '../sunspec/sunspec-driver.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { batteryBlocks, deviceOf, newClock, solarBlocks, startDer, startLine } from '../../testing/start-site.ts';
import { noTarget } from '../driver/driver.ts';
import { executeSchedule } from './execute-schedule.ts';

const hour = 3_600_000;
const nowMs = () => Date.now();
// Nothing ends a wait for an answer, and nothing but a new schedule begins a tick.
const NEVER_MS = 24 * hour;

async function startBattery() {
  const battery = await startDer({ blocks: batteryBlocks(), nowMs });
  const line = await startLine(await startDer({ blocks: solarBlocks(), nowMs }));
  const driver = sunspecDriver(
    {
      name: 'A site',
      timeoutMs: NEVER_MS,
      devices: [deviceOf('bess', battery), { ...deviceOf('solar', battery), port: line.port, upperKw: 90 }],
    },
    { nowMs },
  );
  onTestFinished(() => driver.close());
  let schedule: Schedule | null = null;
  const execution = await executeSchedule({
    driver,
    settings: {
      siteId: '00000000-0000-4000-8000-0000000000aa',
      ownMode: 'idle',
      socWindow: { minPercent: 0, maxPercent: 100, fadePercent: 0 },
    },
    schedule: () => schedule,
    tickEveryMs: NEVER_MS,
    now: nowMs,
    log: () => undefined,
  });
  onTestFinished(() => execution.stop());
  // First of all, so that nothing waits for what is held when a test fails.
  onTestFinished(() => line.cut());
  /** Resolves once the battery does what it is told. */
  const order = async (powerKw: number): Promise<void> => {
    const series = [{ startMs: nowMs() - hour, endMs: nowMs() + hour, value: powerKw }];
    const commands = new Map([['bess/activePowerkW', series]] as const);
    schedule = { revision: String(powerKw), holdSeconds: null, commands, rejected: [], offers: [] };
    const begun = execution.begin();
    await expect.poll(() => battery.follows().setpointW, { interval: 2 }).toBe(powerKw * 1_000);
    await begun;
  };
  return { driver, line, order };
}

test('a battery follows before another device has answered, whether that one was late before or not', async () => {
  const { driver, line, order } = await startBattery();
  for (const powerKw of [10, 20, 30]) {
    const held: (() => void)[] = [];
    line.onAnswer = ({ pass }) => void held.push(pass);
    await order(powerKw);
    expect(held).not.toEqual([]);
    line.onAnswer = ({ pass }) => pass();
    for (const pass of held) pass();
    await driver.read();
  }
});

test('a device that was asked just now is late, and after five seconds nobody knows', async () => {
  const clock = newClock();
  const line = await startLine(await startDer({ blocks: batteryBlocks(), nowMs: clock.nowMs }));
  const driver = sunspecDriver(
    {
      name: 'A site',
      timeoutMs: NEVER_MS,
      devices: [{ uid: 'b', name: 'B', kind: 'bess', host: '127.0.0.1', port: line.port }],
    },
    { nowMs: clock.nowMs },
  );
  onTestFinished(() => driver.close());
  onTestFinished(() => line.cut());
  await driver.read();
  const answer = Promise.withResolvers<void>();
  line.onAnswer = ({ pass }) => void answer.promise.then(() => pass());
  const order = () => driver.write({ ...noTarget, bessKw: 10 });
  expect(await order()).toMatchObject({ bessKw: { kind: 'late' } });
  clock.advance(5_001);
  expect(await order()).toMatchObject({ bessKw: { kind: 'unknown' } });
  answer.resolve();
  await expect.poll(order, { interval: 5 }).toEqual({});
});
