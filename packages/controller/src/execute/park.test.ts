import { expect, onTestFinished, test } from 'vitest';
import { noTarget, type PlantTarget } from '../driver/driver.ts';
import { sunspecDriver } from '../sunspec/sunspec-driver.ts';
import { batteryBlocks, newClock, solarBlocks, startDer, startLine } from '../../testing/start-site.ts';
import { immediate, inverter, measurement, nameplate, olderStorage, settings } from '../../testing/block.ts';
import type { SimulatedDer, SimulatedDerConfig } from '../../testing/simulated-der.ts';
import type { Misbehaviour } from '../../testing/simulated-modbus.ts';
import { type LineFault, lineFaults } from '../../testing/line-faults.ts';
import { judgeRefusals } from './judge-refusals.ts';

// So long is waited for answers of what works: no machine is that busy. Of what is broken, some never come.
const PATIENT_MS = 30_000;
const IMPATIENT_MS = 50;

const sunKw = 80;
const tolerableKw = 6;

interface ParkDevice {
  part: 'bessKw' | 'solarMaxKw';
  blocks: () => number[][];
  /** What it measures of what it does. */
  shows: (powerKw: number) => number[];
  /** The power that its percentages are of. */
  maxKw: number;
  /** Registers that hold its values, and the one that enables them. */
  values: number[];
  enable: number;
}

const park: Record<string, ParkDevice> = {
  'a battery of models 7xx': {
    part: 'bessKw',
    blocks: batteryBlocks,
    shows: (powerKw) => measurement({ w: Math.round(powerKw * 100), wSf: 1, connSt: 1 }),
    maxKw: 90,
    values: [24, 25],
    enable: 22,
  },
  'a roof of models 7xx': {
    part: 'solarMaxKw',
    blocks: solarBlocks,
    shows: (powerKw) => measurement({ w: Math.round(powerKw * 100), wSf: 1 }),
    maxKw: 100,
    values: [15],
    enable: 14,
  },
  'a battery of the older models': {
    part: 'bessKw',
    blocks: () => [inverter({ w: 0 }), nameplate({ wRtg: 9000 }), olderStorage({ chargeMax: 9000 })],
    shows: (powerKw) => inverter({ w: Math.round(powerKw * 100), wSf: 1 }),
    maxKw: 90,
    values: [12, 13],
    enable: 5,
  },
  'a roof of the older models': {
    part: 'solarMaxKw',
    blocks: () => [inverter({ w: 0 }), nameplate({ wRtg: 10_000 }), settings({ wMax: 10_000 }), immediate()],
    shows: (powerKw) => inverter({ w: Math.round(powerKw * 100), wSf: 1 }),
    maxKw: 100,
    values: [5],
    enable: 9,
  },
};

interface Fault extends Partial<LineFault> {
  habit?: Misbehaviour;
  /** The exception that writes are answered with. */
  refusesWrites?: number;
  /** The exception that everything is answered with. */
  refusesAll?: number;
  ignores?: (device: ParkDevice) => number[];
  /** The registers obey, and the power does not. */
  isStuck?: true;
}

const exceptions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const habits = ['half_answer', 'too_few_registers', 'foreign_transaction', 'babbles', 'hangs_up'] as const;
const faults: Record<string, Fault> = {
  well: { isHarmless: true },
  ...lineFaults(3, 3 * IMPATIENT_MS),
  ...Object.fromEntries(exceptions.map((code) => [`refusing writes with ${code}`, { refusesWrites: code }])),
  ...Object.fromEntries([2, 4, 6, 11].map((code) => [`refusing all with ${code}`, { refusesAll: code }])),
  ...Object.fromEntries(habits.map((habit) => [habit, { habit }])),
  'values ignored': { ignores: ({ values }) => values },
  'enable ignored': { ignores: ({ enable }) => [enable] },
  'registers that obey alone': { isStuck: true },
};

async function startParkDevice(device: ParkDevice, fault: Fault) {
  const clock = newClock();
  const state = { isFaulty: false, stuckKw: 0 };
  const ignored: number[] = [];
  const freeKw = device.part === 'bessKw' ? 0 : sunKw;
  const obeyedKw = ({ setpointW, limitPct }: ReturnType<SimulatedDer['follows']>): number =>
    device.part === 'bessKw' ? (setpointW ?? 0) / 1_000 : Math.min(freeKw, ((limitPct ?? 100) / 100) * device.maxKw);
  const powerKw = (followed: ReturnType<SimulatedDer['follows']>): number =>
    state.isFaulty && fault.isStuck ? state.stuckKw : obeyedKw(followed);
  const physics: SimulatedDerConfig['physics'] = (followed) => device.shows(powerKw(followed));
  const der = await startDer({ blocks: device.blocks(), ignores: ignored, physics, nowMs: clock.nowMs });
  const line = await startLine(der);
  const at = { host: '127.0.0.1', port: line.port, upperKw: 90, ...(device.part === 'bessKw' ? { lowerKw: -90 } : {}) };
  const kind = device.part === 'bessKw' ? ('bess' as const) : ('solar' as const);
  // What answers in order is waited for, however busy the machine is; what does not is given up soon.
  const isImpatient = (): boolean =>
    state.isFaulty && (fault.line ?? fault.habit) !== undefined && fault.isHarmless !== true;
  const startTimer = (giveUp: () => void, ms: number) => setTimeout(giveUp, isImpatient() ? IMPATIENT_MS : ms);
  const driver = sunspecDriver(
    { name: 'A park', timeoutMs: PATIENT_MS, devices: [{ uid: 'one', name: 'one', kind, ...at }] },
    { nowMs: clock.nowMs, random: () => 1, startTimer, patienceMs: PATIENT_MS },
  );
  onTestFinished(() => driver.close());
  const begin = (): void => {
    state.stuckKw = powerKw(der.follows());
    state.isFaulty = true;
    fault.line?.(line);
    ignored.push(...(fault.ignores?.(device) ?? []));
    if (fault.habit !== undefined) der.misbehave(fault.habit);
    der.refuse({ writes: fault.refusesWrites ?? fault.refusesAll, reads: fault.refusesAll });
  };
  return { clock, driver, begin, powerKw: () => powerKw(der.follows()) };
}

const tickMs = 3_000;
const ticksToTell = 60_000 / tickMs;

/** What is wrong with what is said of the device; undefined if nothing is. */
async function falsehoodOf(device: ParkDevice, fault: Fault): Promise<string | undefined> {
  const { clock, driver, begin, powerKw } = await startParkDevice(device, fault);
  const judge = judgeRefusals();
  const tick = async (orderKw: number): Promise<void> => {
    const target: PlantTarget = { ...noTarget, [device.part]: orderKw };
    await driver.read();
    judge.judge(await driver.write(target), target, clock.nowMs());
    clock.advance(tickMs);
  };
  const isFollowed = (orderKw: number): boolean => Math.abs(powerKw() - orderKw) <= tolerableKw;
  const isTold = (): boolean => judge.standing().has(device.part);
  const ticksOf = async (ticks: number, orderKw: number): Promise<void> => {
    judge.begin();
    for (let done = 0; done < ticks; done += 1) await tick(orderKw);
  };
  await ticksOf(4, 60);
  if (isTold() || !isFollowed(60)) return 'is not well at the beginning';
  begin();
  await ticksOf(ticksToTell, 20);
  for (let ticks = 0; ticks < 4; ticks += 1) {
    await tick(20);
    if (!isFollowed(20) && !isTold()) return `is said to follow 20 kW, and is at ${powerKw()} kW`;
  }
  return fault.isHarmless && !isFollowed(20) ? 'does not follow' : undefined;
}

test.each(Object.entries(park))('%s follows, or that it does not is told within a minute', async (_, device) => {
  const found = Object.entries(faults).map(async ([name, fault]) => `${name}: ${await falsehoodOf(device, fault)}`);
  const said = await Promise.all(found);
  expect(said).toEqual(Object.keys(faults).map((name) => `${name}: undefined`));
});
