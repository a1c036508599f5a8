import { findControl } from './control/find-control.ts';
import { inverterModels } from './models/inverter-models.ts';
import { meterModels } from './models/meter-models.ts';
import { modbusBus, type ModbusBus } from './modbus/modbus-bus.ts';
import { model124 } from './models/model-124.ts';
import { model701 } from './models/model-701.ts';
import { model713 } from './models/model-713.ts';
import { model802 } from './models/model-802.ts';
import { hasModel, type ReachedDevice } from './reached-device.ts';
import { readCapacity } from './read-capacity.ts';
import { readDevice, type DeviceReading } from './read-device.ts';
import { type DeviceNames, readNames } from './models/read-names.ts';
import { sameSerials } from './same-serials.ts';
import { scanModels, type PlacedModel } from './models/scan-models.ts';
import { controlOfKind, isGeneration, type SunspecKind } from './sunspec-site-config.ts';

export interface HostToScan {
  host: string;
  port: number;
  unitIds: readonly number[];
  timeoutMs: number;
}

/** What one unit says of itself, and what a controller could do with it. Nothing is written to find out. */
export interface FoundUnit extends DeviceNames {
  unitId: number;
  modelIds: readonly number[];
  uses: readonly FoundUse[];
}

/** One kind of device that the unit can be listed as. */
export interface FoundUse {
  kind: SunspecKind;
  reading: Omit<DeviceReading, 'ratings'> & Partial<Pick<DeviceReading, 'ratings'>>;
  /** What is missing in the configuration, or why it cannot be read. */
  problem?: string;
  /** The point that enables its control; undefined if it can only be read. */
  control?: { through: string; hasTimer: boolean };
}

export interface ScannedHost {
  units: FoundUnit[];
  /** Units that answered, and why they cannot be used. */
  others: { unitId: number; reason: string }[];
  /** Units with one serial number, which may be one device. */
  sameSerials: { serial: string; unitIds: number[] }[];
}

/** Asks the units behind an address one after the other. */
export async function scanHost({ host, port, unitIds, timeoutMs }: HostToScan): Promise<ScannedHost> {
  const scanned: ScannedHost = { units: [], others: [], sameSerials: [] };
  for (const unitId of unitIds) {
    const bus = modbusBus({ host, port }, { timeoutMs, nowMs: () => performance.now(), random: () => 0 });
    try {
      scanned.units.push(await scanUnit(bus, unitId));
    } catch (error) {
      scanned.others.push({ unitId, reason: error instanceof Error ? error.message : String(error) });
    } finally {
      bus.close();
    }
  }
  return { ...scanned, sameSerials: unitsOfOneSerial(scanned.units) };
}

function unitsOfOneSerial(units: readonly FoundUnit[]): ScannedHost['sameSerials'] {
  const groups = sameSerials(units.map((unit) => ({ place: String(unit.unitId), names: unit, unit })));
  return groups.map((group) => ({
    serial: group[0]?.unit.serial ?? '',
    unitIds: group.map(({ unit }) => unit.unitId),
  }));
}

async function scanUnit(bus: ModbusBus, unitId: number): Promise<FoundUnit> {
  const unit = bus.unit(unitId);
  const scan = scanModels();
  const models = await unit.use(async (link) => scan(link));
  return unit.use(async (link) => {
    const uses: FoundUse[] = [];
    for (const kind of kindsOf(models)) uses.push(await tryAs(kind, { link, models }));
    return { unitId, ...(await readNames(link, models)), modelIds: models.map(({ id }) => id), uses };
  });
}

function kindsOf(models: readonly PlacedModel[]): SunspecKind[] {
  const hasOne = (wanted: readonly { id: number }[]): boolean => wanted.some((model) => hasModel({ models }, model));
  const isStorage = hasOne([model713, model124, model802]);
  const isPlant = hasOne(inverterModels) || (hasOne([model701]) && !hasOne([model713]));
  const kinds: [SunspecKind, boolean][] = [
    ['bess', isStorage],
    ['solar', isPlant],
    ['grid', hasOne(meterModels)],
  ];
  return kinds.flatMap(([kind, isOne]) => (isOne ? [kind] : []));
}

async function tryAs(kind: SunspecKind, { link, models }: Omit<ReachedDevice, 'config'>): Promise<FoundUse> {
  const config = { uid: kind, name: kind, kind, host: '' };
  const opened = { link, models, config };
  const control = await controlOf(kind, opened);
  const capacity = await readCapacity(opened);
  try {
    return { kind, reading: await readDevice(opened, capacity), ...control };
  } catch (error) {
    const bounded = { ...config, upperKw: Number.MAX_VALUE, lowerKw: -Number.MAX_VALUE };
    const { ratings: _, ...reading } = await readDevice({ ...opened, config: bounded }, capacity);
    return { kind, reading, problem: error instanceof Error ? error.message : String(error), ...control };
  }
}

async function controlOf(kind: SunspecKind, { link, models }: ReachedDevice): Promise<Pick<FoundUse, 'control'>> {
  const found = isGeneration(kind) ? await findControl(link, controlOfKind[kind].control, models) : undefined;
  if (found === undefined) return {};
  const { control, before } = found;
  const hasTimer = before.state[control.revertAfter] !== undefined;
  return { control: { through: `${control.model.id} ${control.enable}`, hasTimer } };
}
