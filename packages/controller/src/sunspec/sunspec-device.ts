import { carryOut, type Reversion } from './carry-out.ts';
import { deviceRatings, percentBaseKw, type Ratings } from './device-ratings.ts';
import type { ModbusLink } from './modbus-link.ts';
import type { ModbusUnit } from './modbus-unit.ts';
import { model701 } from './model-701.ts';
import { model702 } from './model-702.ts';
import { model713 } from './model-713.ts';
import { followCheck } from './follow-check.ts';
import { OrderRefused } from './order-refused.ts';
import { ModelMoved, readModel } from './read-model.ts';
import { scanModels, type PlacedModel } from './scan-models.ts';
import { controlOfKind, type SunspecDeviceConfig } from './sunspec-site-config.ts';

export interface DeviceReading {
  ratings: Ratings;
  powerKw?: number;
  /** Only while the device is connected to the grid. */
  gridHz?: number;
  soc?: number;
  ratedEnergyKwh?: number;
  usableEnergyKwh?: number;
}

/** One device: a unit behind an address. */
export interface SunspecDevice {
  config: SunspecDeviceConfig;
  read(): Promise<DeviceReading>;
  /** null releases the device. Resolves once the device was seen to have taken the order. */
  hold(powerKw: number | null): Promise<void>;
  /** What it measures against what it took, if the two differ for long. */
  problem(): string | undefined;
}

const disconnected = 0;

export function sunspecDevice(
  config: SunspecDeviceConfig,
  unit: ModbusUnit,
  { reversion, nowMs }: { reversion: Reversion; nowMs: () => number },
): SunspecDevice {
  const { control } = controlOfKind[config.kind];
  const scan = scanModels(config.baseAddress);
  const following = followCheck(control, nowMs);
  let scanned: { link: ModbusLink; models: readonly PlacedModel[] } | undefined;
  // An earlier controller may have left a control enabled.
  let isReleased = false;
  let renewedAtMs = Number.NEGATIVE_INFINITY;

  const withModels = async <Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> =>
    unit.use(async (link) => {
      const attempt = async (): Promise<Result> => {
        // Behind a new connection there may be another device, or another firmware.
        if (scanned?.link !== link) scanned = { link, models: await scan(link) };
        return work({ link, models: scanned.models, config });
      };
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ModelMoved)) throw error;
        scanned = undefined;
        return attempt();
      }
    });
  const isRenewalDue = (): boolean => {
    const sinceMs = nowMs() - renewedAtMs;
    // A clock that was set back must not let the timer run out.
    return sinceMs < 0 || sinceMs >= (reversion.seconds * 1_000) / RENEWALS_PER_REVERSION;
  };

  return {
    config,
    read: async () => {
      const reading = await withModels(readDevice);
      following.measured(reading.powerKw, reading.ratings);
      return reading;
    },
    hold: async (powerKw) => {
      if (powerKw === null && isReleased) return;
      await withModels(async (opened) => {
        const value = powerKw === null ? null : await valueOf(powerKw, opened);
        isReleased = false;
        const order = { control, value };
        const work = { order, models: opened.models, reversion, isRenewalDue: isRenewalDue() };
        if (await carryOut(opened.link, work)) renewedAtMs = nowMs();
        isReleased = powerKw === null;
      });
      following.ordered(powerKw);
    },
    problem: () => following.problem(),
  };
}

// Registers may be kept in flash, which wears out.
const RENEWALS_PER_REVERSION = 3;

interface Opened {
  link: ModbusLink;
  models: readonly PlacedModel[];
  config: SunspecDeviceConfig;
}

/** Watts for a setpoint, percent for a limit. */
async function valueOf(powerKw: number, { link, models, config }: Opened): Promise<number> {
  if (controlOfKind[config.kind].control === 'setpoint') return powerKw * 1000;
  const baseKw = percentBaseKw(await readModel(link, models, model702)) ?? config.upperKw;
  if (baseKw === undefined)
    throw new OrderRefused(`${config.uid} reports no rating, which a limit needs: set upperKw.`);
  return baseKw > 0 ? Math.min(100, Math.max(0, (powerKw / baseKw) * 100)) : 0;
}

async function readDevice({ link, models, config }: Opened): Promise<DeviceReading> {
  const ratings = deviceRatings(config, await readModel(link, models, model702));
  const { W, Hz, ConnSt } = await readModel(link, models, model701);
  return {
    ratings,
    ...(W === undefined ? {} : { powerKw: W / 1000 }),
    ...(Hz === undefined || ConnSt === disconnected ? {} : { gridHz: Hz }),
    ...(config.kind === 'bess' ? await readStorage(link, models) : {}),
  };
}

async function readStorage(
  link: ModbusLink,
  models: readonly PlacedModel[],
): Promise<Pick<DeviceReading, 'soc' | 'ratedEnergyKwh' | 'usableEnergyKwh'>> {
  const { WHRtg, SoC, SoH } = await readModel(link, models, model713);
  return {
    ...(WHRtg === undefined
      ? {}
      : { ratedEnergyKwh: WHRtg / 1000, usableEnergyKwh: (WHRtg / 1000) * (Math.min(SoH ?? 100, 100) / 100) }),
    ...(SoC === undefined || SoC > mostSocPercent ? {} : { soc: Math.min(SoC, 100) }),
  };
}

// A full battery may read a little more than 100 %; much more is not a state of charge.
const mostSocPercent = 101;
