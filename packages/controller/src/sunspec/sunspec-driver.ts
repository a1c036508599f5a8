import type { Driver, PlantTarget } from '../driver/driver.ts';
import { deviceNode } from './device-node.ts';
import type { Ratings } from './device-ratings.ts';
import { modbusConnection } from './modbus-connection.ts';
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
  let refused: ReadonlySet<string> = new Set();

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
      const failures = results.flatMap((result, index) =>
        result.status === 'rejected'
          ? [{ part: orders[index]?.device.config.uid ?? '', cause: result.reason as unknown }]
          : [],
      );
      const refusals = [...failures, ...untaken(target, devices)];
      const causes = refusals.map(({ cause }) => cause);
      // One lost inverter must not release the battery beside it: only a target that nothing follows is a failure.
      if (causes.length > 0 && failures.length === orders.length) {
        throw new AggregateError(causes, `No device accepted the target: ${causes.map(String).join(' ')}`);
      }
      refused = tellNew(refusals, refused, options);
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
  return sunspecDevice(config, connection, reversion);
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

interface Refusal {
  part: string;
  cause: unknown;
}

function untaken(target: PlantTarget, devices: readonly SunspecDevice[]): Refusal[] {
  const taken = new Set<string>(kindsOf(devices).map((kind) => controlOfKind[kind].target));
  return Object.entries(target)
    .filter(([name, value]) => value !== null && !taken.has(name))
    .map(([part]) => ({ part, cause: new Error(`No device on the site can carry out ${part}.`) }));
}

/** Reports the refusals that are new; returns all of them. */
function tellNew(refusals: readonly Refusal[], before: ReadonlySet<string>, options: SunspecOptions) {
  for (const refusal of refusals) if (!before.has(refusal.part)) options.onRefusal?.(refusal);
  return new Set(refusals.map(({ part }) => part));
}

function kindsOf(devices: readonly SunspecDevice[]): SunspecKind[] {
  return [...new Set(devices.map(({ config }) => config.kind))];
}

function refuseNonsense(target: PlantTarget): void {
  for (const [name, value] of Object.entries(target)) {
    if (Number.isNaN(value)) throw new RangeError(`The target ${name} is NaN.`);
  }
}
