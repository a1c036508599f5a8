import { followCheck, followTimes } from '../driver/follow-check.ts';
import { type CarriedOut, carryOut, type Due, type Reversion } from './control/carry-out.ts';
import { steadyFactors } from './control/steady-factors.ts';
import type { ControlName } from './control/device-controls.ts';
import { percentBaseKw, type Ratings } from './device-ratings.ts';
import { ModbusException } from './modbus/modbus-link.ts';
import type { ModbusUnit } from './modbus/modbus-unit.ts';
import type { ReachedDevice } from './reached-device.ts';
import { OrderRefused } from './control/order-refused.ts';
import { type Capacity, readCapacity } from './read-capacity.ts';
import { type DeviceReading, readDevice } from './read-device.ts';
import { type DeviceNames, readNames } from './models/read-names.ts';
import { ModelMoved } from './models/read-model.ts';
import { scanModels } from './models/scan-models.ts';
import { controlOfKind, isGeneration, type SunspecDeviceConfig } from './sunspec-site-config.ts';

/** What a device took and when, and how often it lost that. */
interface OrderMemory {
  /** What is due for an order; null releases the device. */
  dueFor(value: number | null): Due;
  took(value: number | null, how: CarriedOut): void;
  /** Why the device cannot be relied on; undefined unless it lost its order again and again. */
  problem(): string | undefined;
}

// Registers may be kept in flash, which wears out.
const RENEWALS_PER_REVERSION = 3;
const REWRITE_MS = 15_000;
const LOSSES_WITHIN_MS = 60_000;
const MANY_LOSSES = 3;

function orderMemory(nowMs: () => number, reversionMs: number): OrderMemory {
  let taken: number | undefined;
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let isLost = false;
  let lostAtMs: number[] = [];
  const isOver = (ms: number): boolean => {
    const sinceMs = nowMs() - writtenAtMs;
    // A clock that was set back must not let the timer run out.
    return sinceMs < 0 || sinceMs >= ms;
  };
  const problem = (): string | undefined => {
    lostAtMs = lostAtMs.filter((atMs) => nowMs() - atMs <= LOSSES_WITHIN_MS);
    const times = lostAtMs.length;
    if (times < MANY_LOSSES) return undefined;
    return `The device lost its order ${times} times within ${LOSSES_WITHIN_MS / 1_000} s.`;
  };
  return {
    problem,
    dueFor: (value) => {
      const due = {
        isRenewalDue: isOver(reversionMs / RENEWALS_PER_REVERSION),
        isRewriteDue: value !== taken || problem() === undefined || isOver(REWRITE_MS),
        // Once its timer has run out, it should have nothing.
        taken: isLost || !isOver(reversionMs) ? taken : undefined,
      };
      // If it fails, nobody knows what the device has.
      taken = undefined;
      return due;
    },
    took: (value, { isWritten, clippedTo, wasLost = false }) => {
      isLost = wasLost && !isWritten;
      if (isWritten) writtenAtMs = nowMs();
      if (isWritten && wasLost) lostAtMs.push(nowMs());
      taken = clippedTo ?? value ?? undefined;
    },
  };
}

/** One device: a unit behind an address. */
export interface SunspecDevice {
  config: SunspecDeviceConfig;
  read(): Promise<DeviceReading>;
  /** null releases the device. Resolves once the device was seen to have taken the order. */
  hold(powerKw: number | null): Promise<void>;
  /** Why it cannot be said to do what it took: it measures something else for long, or drops it. */
  problem(): string | undefined;
  /** What it says that it is, once it was reached. */
  names(): DeviceNames | undefined;
  /** That it drops what it took, again and again. */
  losses(): string | undefined;
}

export function sunspecDevice(
  config: SunspecDeviceConfig,
  unit: ModbusUnit,
  { reversion, nowMs }: { reversion: Reversion; nowMs: () => number },
): SunspecDevice {
  const control = isGeneration(config.kind) ? controlOfKind[config.kind].control : 'limit';
  const following = followCheck(control, nowMs, followTimes(config.patienceSeconds));
  const withModels = openings(config, unit);
  const capacityOf = rememberedCapacity(nowMs);
  const checkFactor = steadyFactors(nowMs);
  // An earlier controller may have left a control enabled.
  let isReleased = false;
  const namesOf = rememberedNames();
  let names: DeviceNames | undefined;
  const memory = orderMemory(nowMs, reversion.seconds * 1_000);
  // What it made of orders beyond what it can do, until it is released.
  let clip = NO_CLIP;

  const hold = async (opened: ReachedDevice, powerKw: number | null): Promise<void> => {
    const ordered = { name: control, capacity: control === 'limit' ? await capacityOf(opened) : {} };
    const value = powerKw === null ? null : valueOf(powerKw, config, ordered);
    isReleased = false;
    const work = { order: { control, value }, models: opened.models, reversion, checkFactor };
    const outcome = await carryOut(opened.link, { ...work, due: memory.dueFor(value) });
    memory.took(value, outcome);
    clip = clipAfter(clip, powerKw, outcome);
    isReleased = powerKw === null;
  };

  return {
    config,
    read: async () => {
      const reading = await withModels(async (opened) => {
        names = await namesOf(opened);
        return readDevice(opened, await capacityOf(opened));
      });
      const ratings = within(reading.ratings, clip);
      following.measured(reading.powerKw, ratings);
      return { ...reading, ratings };
    },
    hold: async (powerKw) => {
      if (powerKw === null && isReleased) return;
      await withModels((opened) => hold(opened, powerKw));
      following.ordered(powerKw);
    },
    problem: () => memory.problem() ?? following.problem(),
    names: () => names,
    losses: () => memory.problem(),
  };
}

const NO_CLIP: Ratings = { lowerKw: Number.NEGATIVE_INFINITY, upperKw: Number.POSITIVE_INFINITY };

function clipAfter(before: Ratings, powerKw: number | null, { clippedTo }: CarriedOut): Ratings {
  if (powerKw === null) return NO_CLIP;
  if (clippedTo === undefined) return before;
  const atKw = clippedTo / 1_000;
  return atKw > 0 ? { ...before, upperKw: atKw } : { ...before, lowerKw: atKw };
}

function within({ lowerKw, upperKw }: Ratings, clip: Ratings): Ratings {
  return { lowerKw: Math.max(lowerKw, clip.lowerKw), upperKw: Math.min(upperKw, clip.upperKw) };
}

type WithModels = <Result>(work: (opened: ReachedDevice) => Promise<Result>) => Promise<Result>;

/** Walks the models when a connection is new, and again when they have moved. */
function openings(config: SunspecDeviceConfig, unit: ModbusUnit): WithModels {
  const scan = scanModels(config.baseAddress);
  let scanned: ReachedDevice | undefined;
  return (work) =>
    unit.use(async (link) => {
      const attempt = async () => {
        // Behind a new connection there may be another device, or another firmware.
        if (scanned?.link !== link) scanned = { link, models: await scan(link), config };
        return work(scanned);
      };
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ModelMoved)) throw error;
        scanned = undefined;
        return attempt();
      }
    });
}

const capacityCountsMs = 10_000;

/** What a device can do changes seldom: it is read now and then. */
function rememberedCapacity(nowMs: () => number): (opened: ReachedDevice) => Promise<Capacity> {
  let last: { of: ReachedDevice; capacity: Capacity; atMs: number } | undefined;
  return async (opened) => {
    if (last?.of !== opened || Math.abs(nowMs() - last.atMs) > capacityCountsMs) {
      last = { of: opened, capacity: await readCapacity(opened), atMs: nowMs() };
    }
    return last.capacity;
  };
}

function rememberedNames(): (opened: ReachedDevice) => Promise<DeviceNames> {
  let last: { of: ReachedDevice; names: DeviceNames } | undefined;
  return async (opened) => {
    if (last?.of !== opened) last = { of: opened, names: await namesOrNone(opened) };
    return last.names;
  };
}

async function namesOrNone({ link, models }: ReachedDevice): Promise<DeviceNames> {
  try {
    return await readNames(link, models);
  } catch (error) {
    if (error instanceof ModbusException) return { maker: '', model: '', serial: '' };
    throw error;
  }
}

interface Ordered {
  name: ControlName;
  capacity: Capacity;
}

/** Watts for a setpoint, percent for a limit. */
function valueOf(powerKw: number, { uid, upperKw }: SunspecDeviceConfig, { name, capacity }: Ordered): number {
  if (name === 'setpoint') return powerKw * 1000;
  const baseKw = percentBaseKw(capacity) ?? upperKw;
  if (baseKw === undefined) throw new OrderRefused(`${uid} reports no rating, which a limit needs: set upperKw.`);
  return baseKw > 0 ? Math.min(100, Math.max(0, (powerKw / baseKw) * 100)) : 0;
}
