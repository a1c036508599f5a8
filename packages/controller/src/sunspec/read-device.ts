import { deviceRatings, type Ratings } from './device-ratings.ts';
import { inverterModels } from './models/inverter-models.ts';
import { meterModels } from './models/meter-models.ts';
import { model120 } from './models/model-120.ts';
import { model122 } from './models/model-122.ts';
import { model124 } from './models/model-124.ts';
import { model701 } from './models/model-701.ts';
import { model713 } from './models/model-713.ts';
import { model802 } from './models/model-802.ts';
import { readFirst, type ReachedDevice } from './reached-device.ts';
import type { Capacity } from './read-capacity.ts';
import { readModel } from './models/read-model.ts';
import { batteryPowerW, panelPowerW, readModules } from './models/read-modules.ts';
import { isGeneration, isMetered, type SunspecDeviceConfig } from './sunspec-site-config.ts';

export interface DeviceReading {
  ratings: Ratings;
  powerKw?: number;
  /** Only while the device is connected to the grid. */
  gridHz?: number;
  soc?: number;
  ratedEnergyKwh?: number;
  usableEnergyKwh?: number;
}

/** Everything that a device measures, from the newest models that it has. */
export async function readDevice(opened: ReachedDevice, capacity: Capacity): Promise<DeviceReading> {
  const { powerW, gridHz } = await readPower(opened);
  return {
    ratings: deviceRatings(opened.config, capacity),
    ...(powerW === undefined ? {} : { powerKw: powerW / 1000 }),
    ...(gridHz === undefined ? {} : { gridHz }),
    ...(opened.config.kind === 'bess' ? await readStorage(opened) : {}),
  };
}

interface Measured {
  powerW?: number | undefined;
  gridHz?: number | undefined;
}

const disconnected = 0;

async function readPower(opened: ReachedDevice): Promise<Measured> {
  const { config, link, models } = opened;
  if (isMetered(config.kind)) return readMeter(opened);
  const { W, Hz, ConnSt } = await readModel(link, models, model701);
  if (W !== undefined) return { powerW: W, gridHz: ConnSt === disconnected ? undefined : Hz };
  const inverter = await readInverter(opened);
  return inverter.powerW === undefined ? readMeter(opened) : inverter;
}

const off = 1;

async function readInverter(opened: ReachedDevice): Promise<Measured> {
  const { W, Hz, St } = await readFirst(opened, inverterModels);
  const { ECPConn } = await readModel(opened.link, opened.models, model122);
  // At night some show 0 Hz.
  const gridHz = St === off || ECPConn === disconnected || Hz === 0 ? undefined : Hz;
  const modules = await readModules(opened.link, opened.models);
  const ofKind = { bess: batteryPowerW, solar: panelPowerW, genset: noPart, wind: noPart };
  const { kind } = opened.config;
  const partW = isGeneration(kind) ? ofKind[kind](modules) : undefined;
  return { powerW: partW ?? W, gridHz };
}

function noPart(): undefined {
  return undefined;
}

async function readMeter(opened: ReachedDevice): Promise<Measured> {
  const { W, Hz } = await readFirst(opened, meterModels);
  return { powerW: W === undefined ? undefined : signedW(W, opened.config), gridHz: Hz };
}

/** By the sign of the kind: what generates is positive for export, everything else for import. */
function signedW(powerW: number, { kind, positiveIs = 'import' }: SunspecDeviceConfig): number {
  const wanted = isGeneration(kind) ? 'export' : 'import';
  // Without a negative zero, which would be shown.
  return positiveIs === wanted ? powerW : 0 - powerW;
}

// A full battery may read a little more than 100 %; much more is not a state of charge.
const mostSocPercent = 101;

async function readStorage(
  opened: ReachedDevice,
): Promise<Pick<DeviceReading, 'soc' | 'ratedEnergyKwh' | 'usableEnergyKwh'>> {
  const { WHRtg, SoC, SoH } = await readStored(opened);
  return {
    ...(WHRtg === undefined
      ? {}
      : { ratedEnergyKwh: WHRtg / 1000, usableEnergyKwh: (WHRtg / 1000) * (Math.min(SoH ?? 100, 100) / 100) }),
    ...(SoC === undefined || SoC > mostSocPercent ? {} : { soc: Math.min(SoC, 100) }),
  };
}

interface Stored {
  WHRtg?: number | undefined;
  SoC?: number | undefined;
  SoH?: number | undefined;
}

async function readStored(opened: ReachedDevice): Promise<Stored> {
  const { link, models } = opened;
  const newest: Stored = await readFirst<'WHRtg' | 'SoC' | 'SoH'>(opened, [model713, model802]);
  if (newest.WHRtg !== undefined && newest.SoC !== undefined) return newest;
  const { ChaState } = await readModel(link, models, model124);
  const { WHRtg } = await readModel(link, models, model120);
  return { ...newest, SoC: newest.SoC ?? ChaState, WHRtg: newest.WHRtg ?? WHRtg };
}
