import { unpackShares } from '@setpoint/core';
import type { OrdersInForce } from '@setpoint/controller/testing/rooms/protocol';
import type { SimulatedDisk } from './simulated-disk.ts';

export const BOOKED_KW = 100;
/** So many divisions of one signal are enough for whatever happens in its time. */
const MOST_ROUNDS = 40;
const WATTS_PER_KW = 1_000;

/** The order that a controller follows just now. */
function followedBy(orders: OrdersInForce | undefined): { readonly kw: number; readonly endMs: number } | undefined {
  const nothing = { revision: '', holdSeconds: null, commands: new Map(), rejected: [], offers: [] };
  const [entry] = orders?.over(nothing).commands.get('grid/afrrActivationkW') ?? [];
  return entry === undefined ? undefined : { kw: entry.value, endMs: entry.endMs };
}

interface FollowingSite {
  readonly siteId: string;
  /** What its clock is wrong by. */
  readonly skewMs: number;
  readonly controller: { readonly orders: OrdersInForce } | undefined;
}

/** What no site may do, whatever goes wrong. */
export function wronglyFollowed({ siteId, skewMs, controller }: FollowingSite, nowMs: number): string[] {
  const followed = followedBy(controller?.orders);
  if (followed === undefined) return [];
  const site = `site ${siteId.slice(-2)}`;
  const faults =
    Math.abs(followed.kw) > BOOKED_KW ? [`${site} follows ${followed.kw} kW, more than it is booked for`] : [];
  if (skewMs === 0 && followed.endMs <= nowMs) faults.push(`${site} follows an order that has ended`);
  if (skewMs !== 0 && followed.kw !== 0) faults.push(`${site} follows ${followed.kw} kW with a wrong clock`);
  return faults;
}

/** In what sites that could follow do not follow what is stored of the last signal; read with SQL alone. */
export function whatIsNotFollowed(sites: readonly FollowingSite[], disk: SimulatedDisk): string[] {
  const [last] = ticksOf(disk).slice(-1);
  if (last === undefined) return ['no signal is stored'];
  const wrong = sites.flatMap(({ siteId, controller }) => {
    const share = last.shares.get(siteId);
    const wanted = (share?.watts ?? 0) / WATTS_PER_KW;
    const follows = followedBy(controller?.orders)?.kw ?? 0;
    return follows === wanted
      ? []
      : [`site ${siteId.slice(-2)} follows ${follows} kW, not ${wanted} kW (${share?.because})`];
  });
  const together = sites.reduce((sum, { controller }) => sum + (followedBy(controller?.orders)?.kw ?? 0), 0);
  const asked = (last.watts - last.missing + last.surplus) / WATTS_PER_KW;
  const isAll = Math.abs(together - asked) < 1 / WATTS_PER_KW;
  return isAll ? wrong : [...wrong, `all together follow ${together} kW, not ${asked} kW`];
}

/** Who does anything at all by an order. */
export function whoFollows(sites: readonly FollowingSite[]): string[] {
  return sites.flatMap(({ siteId, controller }) => {
    const follows = followedBy(controller?.orders)?.kw ?? 0;
    return follows === 0 ? [] : [`site ${siteId.slice(-2)} still follows ${follows} kW`];
  });
}

export function isPoolThere(disk: SimulatedDisk): boolean {
  return disk.rows('SELECT pool_id FROM pool WHERE removed_at IS NULL').length > 0;
}

/** Ticks that do not add up, or count on what a silent site no longer does, and signals that nodes divided again and again. */
export function wrongTicks(disk: SimulatedDisk): string[] {
  const lasts = new Map<string, Told>();
  return ticksOf(disk).flatMap((tick) => {
    const { sequence, round, watts, missing, surplus, shares } = tick;
    const miscounted = miscountedIn(tick, lasts);
    const given = [...shares.values()].reduce((sum, share) => sum + share.watts + share.follows, 0);
    const isSum = given + missing - surplus === watts;
    const faults = isSum ? miscounted : [...miscounted, `signal ${sequence}, division ${round} does not add up`];
    return round > MOST_ROUNDS ? [...faults, `signal ${sequence} was divided ${round} times`] : faults;
  });
}

interface Told {
  readonly watts: number;
  readonly validUntil: number;
}

/** What sites are wrongly thought to follow; notes what each is told. */
function miscountedIn({ sequence, round, at, validUntil, shares }: StoredDivision, lasts: Map<string, Told>): string[] {
  for (const siteId of lasts.keys()) if (!shares.has(siteId)) lasts.delete(siteId);
  return [...shares].flatMap(([siteId, { watts, follows, because }]) => {
    // Whoever goes on with an earlier order was not told of this one, be it held or not.
    if (because !== 'offline' && follows === 0) {
      lasts.set(siteId, { watts, validUntil });
      return [];
    }
    const last = lasts.get(siteId);
    const may = last !== undefined && last.validUntil > at ? last.watts : 0;
    const where = `signal ${sequence}, division ${round}, site ${siteId.slice(-2)}`;
    return follows === may ? [] : [`${where}: counted as following ${follows} W, not ${may} W`];
  });
}

const ID_LENGTH = 36;

type StoredDivision = ReturnType<typeof ticksOf>[number];

function ticksOf(disk: SimulatedDisk) {
  return disk.rows(TICKS).map((row) => {
    const shares = unpackShares(row['shares'] as Uint8Array);
    const siteIds = String(row['site_ids']);
    return {
      sequence: Number(row['sequence']),
      round: Number(row['round']),
      at: Number(row['at']),
      validUntil: Number(row['valid_until']),
      watts: Number(row['watts']),
      missing: Number(row['shortfall_watts']),
      surplus: Number(row['surplus_watts']),
      shares: new Map(shares.map((share, at) => [siteIds.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH), share])),
    };
  });
}

const TICKS = `SELECT sequence, round, at, valid_until, watts, shortfall_watts, surplus_watts, shares, site_ids
  FROM pool_tick JOIN pool_roster USING (pool_id, roster) ORDER BY sequence, round`;
