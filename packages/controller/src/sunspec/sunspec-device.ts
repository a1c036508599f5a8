import { followCheck, followTimes } from '../driver/follow-check.ts';
import { carryOut, type Reversion } from './control/carry-out.ts';
import { steadyFactors } from './control/steady-factors.ts';
import type { ControlName } from './control/device-controls.ts';
import { percentBaseKw, type Ratings } from './device-ratings.ts';
import type { ModbusUnit } from './modbus/modbus-unit.ts';
import type { ReachedDevice } from './reached-device.ts';
import { OrderRefused } from './control/order-refused.ts';
import { readCapacity, type Capacity } from './read-capacity.ts';
import { readDevice, type DeviceReading } from './read-device.ts';
import { ModelMoved } from './models/read-model.ts';
import { scanModels } from './models/scan-models.ts';
import { controlOfKind, isGeneration, type SunspecDeviceConfig } from './sunspec-site-config.ts';

/** One device: a unit behind an address. */
export interface SunspecDevice {
  config: SunspecDeviceConfig;
  read(): Promise<DeviceReading>;
  /** null releases the device. Resolves once the device was seen to have taken the order. */
  hold(powerKw: number | null): Promise<void>;
  /** What it measures against what it took, if the two differ for long. */
  problem(): string | undefined;
}

interface Pace {
  reversion: Reversion;
  nowMs: () => number;
}

export function sunspecDevice(
  config: SunspecDeviceConfig,
  unit: ModbusUnit,
  { reversion, nowMs }: Pace,
): SunspecDevice {
  const control = isGeneration(config.kind) ? controlOfKind[config.kind].control : 'limit';
  const following = followCheck(control, nowMs, followTimes(config.patienceSeconds));
  const withModels = openings(config, unit);
  const capacityOf = rememberedCapacity(nowMs);
  const checkFactor = steadyFactors(nowMs);
  // An earlier controller may have left a control enabled.
  let isReleased = false;
  // What it made of orders beyond what it can do, until it is released.
  let clip = NO_CLIP;
  let renewedAtMs = Number.NEGATIVE_INFINITY;

  const isRenewalDue = (): boolean => {
    const sinceMs = nowMs() - renewedAtMs;
    // A clock that was set back must not let the timer run out.
    return sinceMs < 0 || sinceMs >= (reversion.seconds * 1_000) / RENEWALS_PER_REVERSION;
  };

  return {
    config,
    read: async () => {
      const reading = await withModels(async (opened) => readDevice(opened, await capacityOf(opened)));
      const ratings = within(reading.ratings, clip);
      following.measured(reading.powerKw, ratings);
      return { ...reading, ratings };
    },
    hold: async (powerKw) => {
      if (powerKw === null && isReleased) return;
      await withModels(async (opened) => {
        const ordered = { name: control, capacity: control === 'limit' ? await capacityOf(opened) : {} };
        const value = powerKw === null ? null : valueOf(powerKw, config, ordered);
        isReleased = false;
        const order = { control, value };
        const work = { order, models: opened.models, reversion, checkFactor, isRenewalDue: isRenewalDue() };
        const { isWritten, clippedTo } = await carryOut(opened.link, work);
        if (isWritten) renewedAtMs = nowMs();
        if (powerKw === null) clip = NO_CLIP;
        else if (clippedTo !== undefined) clip = narrower(clip, clippedTo / 1_000);
        isReleased = powerKw === null;
      });
      following.ordered(powerKw);
    },
    problem: () => following.problem(),
  };
}

const NO_CLIP: Ratings = { lowerKw: Number.NEGATIVE_INFINITY, upperKw: Number.POSITIVE_INFINITY };

function narrower({ lowerKw, upperKw }: Ratings, toKw: number): Ratings {
  return toKw > 0 ? { lowerKw, upperKw: toKw } : { lowerKw: toKw, upperKw };
}

function within({ lowerKw, upperKw }: Ratings, clip: Ratings): Ratings {
  return { lowerKw: Math.max(lowerKw, clip.lowerKw), upperKw: Math.min(upperKw, clip.upperKw) };
}

// Registers may be kept in flash, which wears out.
const RENEWALS_PER_REVERSION = 3;

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
