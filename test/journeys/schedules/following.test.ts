import type { SiteId } from '@setpoint/contract';
import {
  addToMeans,
  judgeFollowing,
  type Means,
  measuredSlots,
  type PlanInput,
  ratingsOf,
  treeToGroups,
  unknownAssets,
} from '@setpoint/core';
import { describe, expect, it } from 'vitest';
import { type ControlState, controlTick } from '@setpoint/controller/testing/rooms/execute';
import { activeFaults, createPlant, type Fault, simulatedDriver } from '@setpoint/controller/testing/rooms/plant';
import { manualClock } from '@setpoint/controller/testing/manual-clock';
import type { PlantConfig } from '@setpoint/controller/testing/rooms/plant';

const SITE_ID = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;
const START = Date.parse('2030-06-17T10:00:00Z');
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const TARGETS = [80, -60, 40, 10];

const plantConfig: PlantConfig = {
  name: 'Test site',
  timeZone: 'Europe/Berlin',
  latitude: 52,
  longitude: 13,
  seed: 1,
  grid: { importKw: 500, exportKw: 500 },
  load: { peakKw: 100, profile: 'retail', noise: 0.05, sheddable: 0 },
  battery: {
    capacityKwh: 400,
    maxChargeKw: 200,
    maxDischargeKw: 200,
    efficiency: 0.96,
    minSocPcnt: 5,
    maxSocPcnt: 95,
    initialSocPcnt: 50,
    rampKwPerS: 10,
    deratePcnt: 5,
    defaultMode: 'idle',
  },
};
const settings = {
  siteId: SITE_ID,
  ownMode: 'idle',
  socWindow: { minPercent: 5, maxPercent: 95, fadePercent: 4 },
} as const;

/** A setpoint for each quarter of an hour, so much later than planned. */
function commandsOf(pair: 'grid/activePowerkW' | 'bess/activePowerkW', lateMs = 0): PlanInput['commands'] {
  const series = TARGETS.map((value, index) => {
    const startMs = START + index * QUARTER + lateMs;
    return { startMs, endMs: startMs + QUARTER, value };
  });
  return new Map([[pair, series]]);
}

interface Behaviour {
  /** What the controller believes to be set; null for nothing. */
  readonly believed: PlanInput['commands'] | null;
  readonly faults?: readonly Fault[];
}

/** Runs the plant for an hour under its controller, a tick a second, a report every 30 s. */
async function runPlant({ believed, faults = [] }: Behaviour) {
  const clock = manualClock(START);
  const driver = simulatedDriver({
    plant: createPlant(plantConfig, START),
    clock,
    faults: () => activeFaults(faults, clock.nowMs()),
  });
  const means = new Map<number, Means>();
  let state: ControlState | undefined;
  let assets = unknownAssets();
  for (let second = 0; second < 3_600; second += 1) {
    const atMs = clock.nowMs();
    const schedule = believed === null ? null : { commands: believed, rejected: [] };
    const control = controlTick({ schedule, reading: await driver.read(), settings, state, atMs });
    state = control.state;
    await driver.write(control.target);
    if (second % 30 === 0) {
      const groups = treeToGroups(SITE_ID, control.devices);
      if (groups.kind === 'invalid') throw new Error(groups.reason);
      assets = groups.assets;
      const slotAt = atMs - (atMs % MINUTE);
      means.set(slotAt, addToMeans(means.get(slotAt) ?? {}, groups.measurements));
    }
    clock.advance(1_000);
  }
  return { assets, stored: [...means].map(([slotAt, held]) => ({ slotAt, minutes: 1, means: held })) };
}

async function statesOf(planned: PlanInput['commands'], behaviour: Behaviour): Promise<string[]> {
  const { assets, stored } = await runPlant(behaviour);
  const judged = judgeFollowing({
    commands: planned,
    ratings: ratingsOf(assets),
    window: { fromMs: START, toMs: START + 4 * QUARTER },
    slots: { grid: measuredSlots(stored, 'grid'), bess: measuredSlots(stored, 'bess') },
    tolerances: { grid: TOLERANCE, bess: TOLERANCE },
    now: START + 4 * QUARTER,
  });
  return judged.map(({ state }) => state);
}

describe.each(['grid/activePowerkW', 'bess/activePowerkW'] as const)('a simulated plant with a %s', (pair) => {
  const planned = commandsOf(pair);

  it('that obeys is found to follow', async () => {
    await expect(statesOf(planned, { believed: planned })).resolves.toEqual(Array(4).fill('followed'));
  });

  it('that lags by five minutes is found to deviate', async () => {
    const believed = commandsOf(pair, 5 * MINUTE);
    await expect(statesOf(planned, { believed })).resolves.toEqual(Array(4).fill('deviating'));
  });

  it('that ignores what is set is found to deviate', async () => {
    const states = await statesOf(planned, { believed: null });
    expect(states.slice(0, 3)).toEqual(Array(3).fill('deviating'));
  });

  it('that loses its meter is unknown for as long as that lasts', async () => {
    const device = pair === 'grid/activePowerkW' ? 'grid' : 'bess';
    const faults: Fault[] = [{ kind: 'nan_meter', device, atMs: START + QUARTER, forMs: QUARTER + 5 * MINUTE }];
    const states = await statesOf(planned, { believed: planned, faults });
    expect(states).toEqual(['followed', 'unknown', 'unknown', 'followed']);
  });
});
