import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manualClock } from '../../testing/manual-clock.ts';
import type { Driver } from '../driver/driver.ts';
import { activeFaults } from '../plant/fault.ts';
import { plantCatalogue } from '../plant/plant-catalogue.ts';
import type { PlantConfig } from '../plant/plant-config.ts';
import { createPlant } from '../plant/plant.ts';
import { simulatedDriver } from '../plant/simulated-driver.ts';
import { storageOfPlant } from '../run/storage-of-plant.ts';
import { executeSchedule } from './execute-schedule.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2030, 5, 1, 10);
const SECONDS = 90;
const plant = plantWithBattery();

function plantWithBattery(): PlantConfig {
  const found = plantCatalogue.find(({ battery }) => battery !== undefined);
  if (found === undefined) throw new Error('No plant of the catalogue has a battery.');
  return found;
}

interface Story {
  readonly deafFrom: number;
  readonly deafFor: number;
  /** The clock on the wall is set by so much, so long after the fault began. */
  readonly stepMs: number;
  readonly stepAfter: number;
}

/** A driver whose ticks can be waited for. */
function watched(driver: Driver): Driver & { written(): Promise<void> } {
  let next = Promise.withResolvers<void>();
  return {
    read: () => driver.read(),
    write: async (target) => {
      const refusals = await driver.write(target);
      next.resolve();
      next = Promise.withResolvers<void>();
      return refusals;
    },
    written: () => next.promise,
  };
}

/** For each second, whether the order counts as rejected. */
async function verdicts({ deafFrom, deafFor, stepMs, stepAfter }: Story): Promise<string> {
  const clock = manualClock(START);
  let offMs = 0;
  const fault = { kind: 'deaf', device: 'bess', atMs: START + deafFrom * 1_000, forMs: deafFor * 1_000 } as const;
  const driver = watched(
    simulatedDriver({ plant: createPlant(plant, START), clock, faults: () => activeFaults([fault], clock.nowMs()) }),
  );
  const span = { startMs: START - 3 * HOUR, endMs: START + 3 * HOUR, value: 20 };
  const commands = new Map([['bess/activePowerkW', [span]]] as const);
  const schedule = { revision: 'a', holdSeconds: null, commands, rejected: [], offers: [] };
  const execution = await executeSchedule({
    driver,
    settings: { siteId: '00000000-0000-4000-8000-0000000000aa', ...storageOfPlant(plant) },
    schedule: () => schedule,
    tickEveryMs: 24 * HOUR,
    now: () => clock.nowMs() + offMs,
    elapsedMs: clock.nowMs,
    log: () => undefined,
  });
  let told = '';
  for (let second = 0; second < SECONDS; second += 1) {
    if (second === deafFrom + stepAfter) offMs = stepMs;
    clock.advance(1_000);
    const written = driver.written();
    execution.decide();
    await written;
    await new Promise(setImmediate);
    told += execution.latest()?.rejected.length ?? '?';
  }
  await execution.stop();
  return told;
}

it('a clock that is set between a fault and its verdict, or its end, changes no verdict', async () => {
  const steps = fc.oneof(fc.constantFrom(-HOUR, HOUR), fc.integer({ min: -2 * HOUR, max: 2 * HOUR }));
  const stories = fc.record({
    deafFrom: fc.integer({ min: 2, max: 10 }),
    deafFor: fc.integer({ min: 15, max: 40 }),
    stepAfter: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(stories, steps, async (story, stepMs) => {
      const even = await verdicts({ ...story, stepMs: 0 });
      expect(even).toMatch(/^0+1+0+$/);
      expect(await verdicts({ ...story, stepMs })).toBe(even);
    }),
    { numRuns: 25 },
  );
});
