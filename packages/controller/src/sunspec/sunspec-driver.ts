import type { Driver, PlantTarget, Refusal, Refusals } from '../driver/driver.ts';
import { deviceLoop, type DeviceLoop, type DeviceTrouble } from './device-loop.ts';
import type { Ratings } from './device-ratings.ts';
import { inTime } from './in-time.ts';
import { modbusBus, type ModbusBus } from './modbus/modbus-bus.ts';
import type { ModbusPatience } from './modbus/open-modbus.ts';
import { OrderRefused } from './control/order-refused.ts';
import { sunspecDevice } from './sunspec-device.ts';
import {
  addressOf,
  controlOfKind,
  isGeneration,
  type SunspecDeviceConfig,
  type SunspecSiteConfig,
} from './sunspec-site-config.ts';
import type { DeviceTreeNode, ToldTrouble } from '@setpoint/contract';
import type { DeviceReading } from './read-device.ts';
import { sameSerials } from './same-serials.ts';

export interface SunspecOptions {
  /** A clock that cannot be set: by it, orders are renewed and devices judged. */
  nowMs: () => number;
  random?: () => number;
  startTimer?: ModbusPatience['startTimer'];
  /** How long to wait for the slowest device before going on with what is known; 60 if left out. */
  patienceMs?: number;
  /** Called when a device becomes readable, or stops being so. */
  onLink?: (change: { uid: string; isUp: boolean; cause?: unknown }) => void;
  /** Called with what is odd about an address, and worked around. */
  onOddity?(line: string): void;
  /** Called when part of a target is not carried out; names the uid of the device, or the part. */
  onRefusal?(refusal: { part: string; cause: unknown }): void;
}

export interface SunspecDriver extends Driver {
  /** Closes the connections once the last orders are written; a device that is late releases itself by its timer. */
  close(): Promise<void>;
}

const patienceMs = 60;
const closeWithinMs = 3_000;

/** Reads and controls the devices of a site by SunSpec over Modbus TCP, each at its own pace. */
export function sunspecDriver(site: SunspecSiteConfig, options: SunspecOptions): SunspecDriver {
  const buses = busesOf(site, options);
  const loops = site.devices.map((config) => loopOf(config, site, options, buses));
  let told: ReadonlySet<string> = new Set();

  return {
    read: async () => {
      await Promise.all(loops.map((loop) => loop.read()));
      const children = loops.flatMap((loop) => {
        const ratings = loop.ratings();
        // A node without ratings would make the whole report invalid: a device is shown once it has been reached.
        return ratings ? [deviceNode(loop.config, ratings, loop.reading())] : [];
      });
      return {
        atMs: options.nowMs(),
        devices: { uid: 'site', node_type: 'Dispatcher', device_type: 'site', name: site.name, children },
        unreached: loops.filter((loop) => loop.reading() === undefined).map(({ config }) => config.kind),
        troubles: deviceTroubles(loops),
        frequencyHz: frequencyOf(loops),
      };
    },
    write: async (target) => {
      refuseNonsense(target);
      await Promise.all(loops.filter((loop) => loop.ratings() === undefined).map((loop) => loop.read()));
      const troubles = await Promise.all(ordersOf(loops, target).map(giveOrder));
      const all = [...troubles.flat(), ...untaken(target, loops)];
      told = tellNew(all, told, options);
      return refusalsOf(all, target);
    },
    close: async () => {
      await inTime(Promise.all(loops.map((loop) => loop.settled())), closeWithinMs);
      for (const bus of buses.values()) bus.close();
    },
  };
}

// Who answers the frequency must not answer that of a while ago.
const frequencyCountsMs = 5_000;

/** What the meter of the connection point shows, or the first device that shows it. */
function frequencyOf(loops: readonly DeviceLoop[]): number | null {
  const isOther = ({ config }: DeviceLoop): boolean => config.kind !== 'grid';
  const sorted = [...loops.filter((loop) => !isOther(loop)), ...loops.filter(isOther)];
  return sorted.map((loop) => loop.reading(frequencyCountsMs)?.gridHz).find((hz) => hz !== undefined) ?? null;
}

type Buses = ReadonlyMap<string, ModbusBus>;

function busesOf(site: SunspecSiteConfig, options: SunspecOptions): Buses {
  const { nowMs, random = Math.random, startTimer } = options;
  const onOneAnswerEach = (place: string): void =>
    options.onOddity?.(`${place} closes each connection after its answer: there is a new one for each request.`);
  const timing = { timeoutMs: site.timeoutMs ?? 3000, startTimer, nowMs, random, onOneAnswerEach };
  const places = new Map(site.devices.map((config) => [addressOf(config), config]));
  return new Map([...places].map(([address, { host, port = 502 }]) => [address, modbusBus({ host, port }, timing)]));
}

function loopOf(
  config: SunspecDeviceConfig,
  site: SunspecSiteConfig,
  options: SunspecOptions,
  buses: Buses,
): DeviceLoop {
  const { unitId = 1, allowWithoutReversion = false } = config;
  const bus = buses.get(addressOf(config));
  if (bus === undefined) throw new Error(`${config.uid} has no connection.`);
  const { nowMs, onLink } = options;
  const reversion = { seconds: site.reversionSeconds ?? 60, allowWithout: allowWithoutReversion };
  const device = sunspecDevice(config, bus.unit(unitId), { reversion, nowMs });
  return deviceLoop(device, {
    nowMs,
    patienceMs: options.patienceMs ?? patienceMs,
    onLink: (change) => onLink?.(change),
  });
}

interface DeviceOrder {
  loop: DeviceLoop;
  part: keyof PlantTarget;
  powerKw: number | null;
}

/** The target of each kind, shared among its devices. */
function ordersOf(loops: readonly DeviceLoop[], target: PlantTarget): DeviceOrder[] {
  return kindsOf(loops).flatMap((kind) => {
    const ofKind = loops.filter(({ config }) => config.kind === kind);
    const part = controlOfKind[kind].target;
    const targetKw = target[part];
    const shares = targetKw === null ? [] : divideTarget(targetKw, ofKind.map(ratingsOf));
    return ofKind.map((loop, index) => ({ loop, part, powerKw: shares[index] ?? null }));
  });
}

function ratingsOf(loop: DeviceLoop): Ratings {
  return loop.ratings() ?? { lowerKw: 0, upperKw: 0 };
}

/** Why a device, or a whole part of the target, does not do what was ordered. */
interface Trouble extends DeviceTrouble {
  /** The uid of the device, or the part. */
  where: string;
  part: keyof PlantTarget;
}

async function giveOrder({ loop, part, powerKw }: DeviceOrder): Promise<Trouble[]> {
  const trouble = await loop.order(powerKw);
  return trouble === undefined ? [] : [{ ...trouble, where: loop.config.uid, part }];
}

function untaken(target: PlantTarget, loops: readonly DeviceLoop[]): Trouble[] {
  const taken = new Set<string>(kindsOf(loops).map((kind) => controlOfKind[kind].target));
  return partsOf(target)
    .filter((part) => target[part] !== null && !taken.has(part))
    .map((part) => {
      const cause = new OrderRefused(`No device on the site can carry out ${part}.`);
      return { where: part, part, kind: 'refused', cause };
    });
}

const severity: Record<Refusal['kind'], number> = { late: 0, unknown: 1, refused: 2 };

/** The first trouble of each part; a refusal says more than silence. */
function refusalsOf(troubles: readonly Trouble[], target: PlantTarget): Refusals {
  const refusals: Partial<Record<keyof PlantTarget, Refusal>> = {};
  for (const { where, part, kind, cause } of troubles) {
    if (target[part] === null) continue;
    const before = refusals[part];
    if (before !== undefined && severity[before.kind] >= severity[kind]) continue;
    refusals[part] = { kind, reason: where === part ? textOf(cause) : `${where}: ${textOf(cause)}` };
  }
  return refusals;
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function partsOf(target: PlantTarget): (keyof PlantTarget)[] {
  return Object.keys(target) as (keyof PlantTarget)[];
}

/** Reports what is new; returns where there is trouble now. */
function tellNew(troubles: readonly Trouble[], before: ReadonlySet<string>, options: SunspecOptions) {
  const known = troubles.filter(({ kind }) => kind !== 'late');
  for (const { where, cause } of known) if (!before.has(where)) options.onRefusal?.({ part: where, cause });
  return new Set(known.map(({ where }) => where));
}

function kindsOf(loops: readonly DeviceLoop[]) {
  return [...new Set(loops.map(({ config }) => config.kind))].filter(isGeneration);
}

function refuseNonsense(target: PlantTarget): void {
  for (const [name, value] of Object.entries(target)) {
    if (Number.isNaN(value)) throw new RangeError(`The target ${name} is NaN.`);
  }
}

/**
 * What each device of a kind takes of the kind's target, in proportion to its rating. The share of one that cannot be
 * reached goes to no other: until its timer runs out, it may still follow its last order.
 */
function divideTarget(targetKw: number, ratings: readonly Ratings[]): number[] {
  const room = ratings.map(({ lowerKw, upperKw }) => (targetKw < 0 ? lowerKw : upperKw));
  const total = room.reduce((sum, kw) => sum + kw, 0);
  const part = total === 0 ? 0 : Math.min(1, Math.max(0, targetKw / total));
  return room.map((kw) => kw * part);
}

/** The node of a device; without a current reading it has only its ratings. */
function deviceNode(
  { uid, kind, name }: SunspecDeviceConfig,
  ratings: Ratings,
  reading: DeviceReading | undefined,
): DeviceTreeNode {
  const { powerKw, soc, ratedEnergyKwh, usableEnergyKwh } = reading ?? {};
  return {
    uid,
    node_type: 'Device',
    device_type: kind,
    name,
    data_source: 'sunspec',
    rated_power_upper_limit_kW: ratings.upperKw,
    rated_power_lower_limit_kW: ratings.lowerKw,
    ...(powerKw === undefined ? {} : { active_power_kw: powerKw }),
    ...(soc === undefined ? {} : { soc }),
    ...(ratedEnergyKwh === undefined ? {} : { rated_energy: ratedEnergyKwh }),
    ...(usableEnergyKwh === undefined ? {} : { available_storage_capacity_kWh: usableEnergyKwh }),
    children: [],
  };
}

/** What is wrong with the devices of a site, for people to see. */
function deviceTroubles(loops: readonly DeviceLoop[]): ToldTrouble[] {
  return [...loops.flatMap(lostOrders), ...serialsTwice(loops)];
}

function lostOrders(loop: DeviceLoop): ToldTrouble[] {
  const { uid, kind } = loop.config;
  const problem = loop.losses();
  return problem === undefined ? [] : [{ code: 'order_lost', asset: kind, message: `${uid}: ${problem}` }];
}

function serialsTwice(loops: readonly DeviceLoop[]): ToldTrouble[] {
  const named = loops.flatMap((loop) => {
    const { config } = loop;
    const known = loop.names();
    const place = `${addressOf(config)} ${config.unitId ?? 1}`;
    return known === undefined ? [] : [{ config, place, names: known }];
  });
  return sameSerials(named).map((group) => {
    const [first] = group;
    const uids = group.map(({ config }) => config.uid).join(', ');
    const isOneKind = group.every(({ config }) => config.kind === first?.config.kind);
    return {
      code: 'same_serial',
      ...(isOneKind && first !== undefined ? { asset: first.config.kind } : {}),
      message: `${uids} have the serial number ${first?.names.serial}, and may be one device.`,
    };
  });
}
