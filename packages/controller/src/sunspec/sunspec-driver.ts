import type { Driver, PlantTarget, Refusal, Refusals } from '../driver/driver.ts';
import { OrderRefused } from './carry-out.ts';
import { deviceNode } from './device-node.ts';
import type { Ratings } from './device-ratings.ts';
import { modbusConnection } from './modbus-connection.ts';
import { ModbusException } from './modbus-link.ts';
import { shareTarget } from './share-target.ts';
import { sunspecDevice, type DeviceReading, type SunspecDevice } from './sunspec-device.ts';
import { controlOfKind, type SunspecKind, type SunspecSiteConfig } from './sunspec-site-config.ts';

export interface SunspecOptions {
  nowMs: () => number;
  random?: () => number;
  /** Called when a device becomes readable, or stops being so. */
  onLink?(change: { uid: string; isUp: boolean; cause?: unknown }): void;
  /** Called when part of a target is not carried out; names the uid of the device, or the part. */
  onRefusal?(refusal: { part: string; cause: unknown }): void;
}

export interface SunspecDriver extends Driver {
  /** Closes the connections; the devices release themselves when their timers run out. */
  close(): void;
}

interface Remembered {
  ratings?: Ratings;
  isUp?: boolean;
}

/** Reads and controls the devices of a site by SunSpec over Modbus TCP. */
export function sunspecDriver(site: SunspecSiteConfig, options: SunspecOptions): SunspecDriver {
  const devices = site.devices.map((config) => deviceOf(site, config, options));
  const remembered = new Map<string, Remembered>();
  let told: ReadonlySet<string> = new Set();

  const readOne = async (device: SunspecDevice): Promise<DeviceReading | undefined> => {
    const { uid } = device.config;
    const before = remembered.get(uid);
    try {
      const reading = await device.read();
      remembered.set(uid, { ratings: reading.ratings, isUp: true });
      if (before?.isUp !== true) options.onLink?.({ uid, isUp: true });
      return reading;
    } catch (cause) {
      remembered.set(uid, { ...before, isUp: false });
      if (before?.isUp !== false) options.onLink?.({ uid, isUp: false, cause });
      return undefined;
    }
  };
  const ratingsOf = async (device: SunspecDevice): Promise<Ratings> => {
    if (!remembered.get(device.config.uid)?.ratings) await readOne(device);
    return remembered.get(device.config.uid)?.ratings ?? { lowerKw: 0, upperKw: 0 };
  };

  return {
    read: async () => {
      const readings = await Promise.all(devices.map(readOne));
      const children = devices.flatMap(({ config }, index) => {
        const ratings = remembered.get(config.uid)?.ratings;
        // A node without ratings would make the whole report invalid: a device is shown once it has been reached.
        return ratings ? [deviceNode(config, ratings, readings[index])] : [];
      });
      return {
        atMs: options.nowMs(),
        devices: { uid: 'site', node_type: 'Dispatcher', device_type: 'site', name: site.name, children },
        frequencyHz: readings.find((reading) => reading?.gridHz !== undefined)?.gridHz ?? null,
      };
    },
    write: async (target) => {
      refuseNonsense(target);
      const orders = await ordersOf(devices, target, ratingsOf);
      const results = await Promise.allSettled(orders.map(({ device, powerKw }) => device.hold(powerKw)));
      const troubles = orders.flatMap((order, index) => troubleOf(order, results[index]));
      const all = [...troubles, ...untaken(target, devices)];
      told = tellNew(all, told, options);
      return refusalsOf(all, target);
    },
    close: () => devices.forEach((device) => device.close()),
  };
}

function deviceOf(site: SunspecSiteConfig, config: SunspecSiteConfig['devices'][number], options: SunspecOptions) {
  const { host, port = 502, unitId = 1, allowWithoutReversion = false } = config;
  const connection = modbusConnection(
    { host, port, unitId },
    { timeoutMs: site.timeoutMs ?? 3000, nowMs: options.nowMs, random: options.random ?? Math.random },
  );
  const reversion = { seconds: site.reversionSeconds ?? 60, allowWithout: allowWithoutReversion };
  return sunspecDevice(config, connection, { reversion, nowMs: options.nowMs });
}

interface DeviceOrder {
  device: SunspecDevice;
  powerKw: number | null;
}

/** The target of each kind, shared among its devices. */
async function ordersOf(
  devices: readonly SunspecDevice[],
  target: PlantTarget,
  ratingsOf: (device: SunspecDevice) => Promise<Ratings>,
): Promise<DeviceOrder[]> {
  const orders: DeviceOrder[] = [];
  for (const kind of kindsOf(devices)) {
    const ofKind = devices.filter(({ config }) => config.kind === kind);
    const targetKw = target[controlOfKind[kind].target];
    const shares = targetKw === null ? [] : shareTarget(targetKw, await Promise.all(ofKind.map(ratingsOf)));
    orders.push(...ofKind.map((device, index) => ({ device, powerKw: shares[index] ?? null })));
  }
  return orders;
}

/** Why a device, or a whole part of the target, does not do what was ordered. */
interface Trouble {
  /** The uid of the device, or the part. */
  where: string;
  part: keyof PlantTarget;
  cause: unknown;
}

function troubleOf({ device, powerKw }: DeviceOrder, result: PromiseSettledResult<void> | undefined): Trouble[] {
  const { uid, kind } = device.config;
  const at = { where: uid, part: controlOfKind[kind].target };
  if (result?.status === 'rejected') return [{ ...at, cause: result.reason }];
  const problem = powerKw === null ? undefined : device.problem();
  return problem === undefined ? [] : [{ ...at, cause: new OrderRefused(problem) }];
}

function untaken(target: PlantTarget, devices: readonly SunspecDevice[]): Trouble[] {
  const taken = new Set<string>(kindsOf(devices).map((kind) => controlOfKind[kind].target));
  return partsOf(target)
    .filter((part) => target[part] !== null && !taken.has(part))
    .map((part) => ({ where: part, part, cause: new OrderRefused(`No device on the site can carry out ${part}.`) }));
}

/** The first trouble of each part; a refusal says more than silence. */
function refusalsOf(troubles: readonly Trouble[], target: PlantTarget): Refusals {
  const refusals: Partial<Record<keyof PlantTarget, Refusal>> = {};
  for (const { where, part, cause } of troubles) {
    if (target[part] === null) continue;
    const refusal = { kind: kindOf(cause), reason: where === part ? textOf(cause) : `${where}: ${textOf(cause)}` };
    const isWorse = refusals[part]?.kind !== 'refused' && refusal.kind === 'refused';
    if (refusals[part] === undefined || isWorse) refusals[part] = refusal;
  }
  return refusals;
}

function kindOf(cause: unknown): Refusal['kind'] {
  if (cause instanceof OrderRefused) return 'refused';
  return cause instanceof ModbusException && !cause.isPassing ? 'refused' : 'unknown';
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function partsOf(target: PlantTarget): (keyof PlantTarget)[] {
  return Object.keys(target) as (keyof PlantTarget)[];
}

/** Reports what is new; returns where there is trouble now. */
function tellNew(troubles: readonly Trouble[], before: ReadonlySet<string>, options: SunspecOptions) {
  for (const { where, cause } of troubles) if (!before.has(where)) options.onRefusal?.({ part: where, cause });
  return new Set(troubles.map(({ where }) => where));
}

function kindsOf(devices: readonly SunspecDevice[]): SunspecKind[] {
  return [...new Set(devices.map(({ config }) => config.kind))];
}

function refuseNonsense(target: PlantTarget): void {
  for (const [name, value] of Object.entries(target)) {
    if (Number.isNaN(value)) throw new RangeError(`The target ${name} is NaN.`);
  }
}
