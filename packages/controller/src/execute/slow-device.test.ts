import { expect, onTestFinished, test } from 'vitest';
import { sunspecDriver } from '../sunspec/sunspec-driver.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { startByteProxy } from '../testing/start-byte-proxy.ts';
import { batteryBlocks, deviceOf, solarBlocks, startDer } from '../testing/start-site.ts';
import { executeSchedule } from './execute-schedule.ts';

const hour = 3_600_000;
const nowMs = () => Date.now();

async function startBattery({ answersAfterMs }: { answersAfterMs: number }) {
  const battery = await startDer({ blocks: batteryBlocks(), nowMs });
  const slow = await startByteProxy((await startDer({ blocks: solarBlocks(), nowMs })).port, {
    delayMs: answersAfterMs,
  });
  const driver = sunspecDriver(
    {
      name: 'A site',
      devices: [deviceOf('bess', battery), { ...deviceOf('solar', battery), port: slow.port, upperKw: 90 }],
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
    tickEveryMs: 200,
    now: nowMs,
    log: () => undefined,
  });
  onTestFinished(() => execution.stop());
  const msUntilFollowed = async (powerKw: number): Promise<number> => {
    const series = [{ startMs: nowMs() - hour, endMs: nowMs() + hour, value: powerKw }];
    const commands = new Map([['bess/activePowerkW', series]] as const);
    schedule = { revision: String(powerKw), holdSeconds: null, commands, rejected: [], offers: [] };
    const startedAtMs = performance.now();
    const begun = execution.begin();
    await expect.poll(() => battery.follows().setpointW, { interval: 2, timeout: 9_000 }).toBe(powerKw * 1_000);
    const tookMs = performance.now() - startedAtMs;
    await begun;
    return tookMs;
  };
  return { msUntilFollowed };
}

test.each([0, 500, 1_500])(
  'a battery follows at once beside a device that answers after %i ms',
  async (answersAfterMs) => {
    const { msUntilFollowed } = await startBattery({ answersAfterMs });
    const times: number[] = [];
    for (const powerKw of [10, 20]) times.push(await msUntilFollowed(powerKw));
    expect(Math.max(...times)).toBeLessThan(250);
  },
);
