import type { PoolId, PoolServiceName, SiteId } from '@setpoint/contract';
import type { PoolOrder } from '@setpoint/core';
import { recentOrders } from './recent-orders.ts';
import type { SiteSignals } from '../../platform/site-signals.ts';
import type { Store } from '../../store/store.ts';
import { listOrderingPools } from './list-ordering-pools.ts';
import { readDivisions } from './read-divisions.ts';
import { missedBy, type StandingOrder, standingOrder } from './standing-order.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';

/** What each site is asked for just now, by any pool. It follows from the divisions in the store. */
export interface OrderBoard {
  /** One for each service at most; one that ended early says so. */
  of(siteId: SiteId): readonly StandingOrder[];
  /** All that began or held since an instant, one of each service at a time; undefined where this node does not know. */
  since(siteId: SiteId, instant: number): readonly PoolOrder[] | undefined;
  /** The pools that are asked for something now, with the last division of it. */
  inForce(now: number): PoolInForce[];
  /** The pools of whose members another pool was asked for something else since this was asked last. */
  takeCrossed(): ReadonlySet<PoolId>;
  /** A signal was divided on this node: its members are told, and the other nodes. */
  put(pool: OrderingPool, division: StoredDivision): void;
  /** Looks up what other nodes did: for one pool, or for all that were asked for something since an instant. */
  refresh(wanted: { readonly poolId: PoolId } | { readonly since: number }): Promise<void>;
}

export interface PoolInForce extends OrderingPool {
  readonly division: StoredDivision;
}

interface OrderingPool {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
}

type Division = Pick<StoredDivision, 'sequence' | 'round'>;

interface BoardOptions {
  readonly store: Store;
  readonly signals: Pick<SiteSignals, 'sendHere' | 'sendPoolElsewhere'>;
  readonly now: () => number;
}

// Whoever was not reached may still follow one of these.
const DIVISIONS_AT_FIRST = 8;
const DIVISIONS_LATER = 2;
const TOLD_AT_ONCE = 100;

export function createOrderBoard({ store, signals, now }: BoardOptions): OrderBoard {
  const pools = new Map<PoolId, PoolInForce>();
  const sites = new Map<SiteId, readonly StandingOrder[]>();
  const crossings = createCrossings(now);
  const recent = recentOrders(now());
  const of = (siteId: SiteId) => sites.get(siteId) ?? [];

  function note(siteId: SiteId, order: PoolOrder): void {
    const before = of(siteId).find(({ service }) => service === order.service);
    const others = of(siteId).filter((standing) => standing !== before);
    sites.set(siteId, [...others, standingOrder(order, before, now())]);
    const wattsBefore = before !== undefined && before.validUntil > now() ? before.watts : 0;
    if (wattsBefore !== order.watts) crossings.add(others);
  }

  /** The sites whose order is another one by it. */
  function apply({ poolId, service }: OrderingPool, division: StoredDivision): SiteId[] {
    const before = pools.get(poolId)?.division;
    if (before !== undefined && !isAfter(division, before)) return [];
    const { sequence, validUntil } = division;
    const at = Math.min(division.at, now());
    // One that is out of reach may follow its last order until that ends, and is counted so.
    const asked = [...division.shares].filter(([, { because }]) => because !== 'offline');
    for (const [siteId, { watts }] of asked) note(siteId, { poolId, service, sequence, watts, at, validUntil });
    for (const [siteId, { because }] of division.shares) {
      if (because === 'offline') sites.set(siteId, missedBy(of(siteId), { poolId, sequence, validUntil }));
    }
    const left = [...(before?.shares.keys() ?? [])].filter((siteId) => !division.shares.has(siteId));
    const ended = left.filter((siteId) => end(siteId, { poolId, service }));
    pools.set(poolId, { poolId, service, division });
    recent.note({ poolId, service, division }, now());
    return [...asked.map(([siteId]) => siteId), ...ended];
  }

  function end(siteId: SiteId, { poolId, service }: OrderingPool): boolean {
    const order = of(siteId).find((standing) => standing.service === service);
    if (order?.poolId !== poolId || order.validUntil <= now()) return false;
    const others = of(siteId).filter((other) => other !== order);
    sites.set(siteId, [...others, { ...order, validUntil: now() }]);
    crossings.add(others);
    return true;
  }

  async function refresh(pool: OrderingPool): Promise<void> {
    const limit = pools.has(pool.poolId) ? DIVISIONS_LATER : DIVISIONS_AT_FIRST;
    const upTo = { sequence: Number.MAX_SAFE_INTEGER };
    const divisions = await store.read(readDivisions, { poolId: pool.poolId, limit, upTo });
    tell(signals, [...new Set(divisions.toReversed().flatMap((division) => apply(pool, division)))]);
  }

  return {
    of,
    since: (siteId, instant) => recent.since(siteId, instant),
    inForce: (at) => [...pools.values()].filter(({ division }) => division.validUntil > at),
    takeCrossed: () => crossings.take(),
    put(pool, division) {
      tell(signals, apply(pool, division));
      signals.sendPoolElsewhere(pool.poolId);
    },
    async refresh(wanted) {
      for (const { last, ...pool } of await store.read(listOrderingPools, wanted)) {
        const known = pools.get(pool.poolId)?.division;
        if (known === undefined || isAfter(last, known)) await refresh(pool);
      }
    },
  };
}

// In turns, so that a large pool does not keep everything else waiting.
function tell(signals: Pick<SiteSignals, 'sendHere'>, siteIds: readonly SiteId[]): void {
  for (const siteId of siteIds.slice(0, TOLD_AT_ONCE)) signals.sendHere(siteId, 'order');
  if (siteIds.length > TOLD_AT_ONCE) setImmediate(() => tell(signals, siteIds.slice(TOLD_AT_ONCE)));
}

/** The pools of whose members another pool asks for something else. */
function createCrossings(now: () => number) {
  let crossed = new Set<PoolId>();
  return {
    add(orders: readonly StandingOrder[]): void {
      for (const { poolId, validUntil } of orders) if (validUntil > now()) crossed.add(poolId);
    },
    take(): ReadonlySet<PoolId> {
      const taken = crossed;
      crossed = new Set();
      return taken;
    },
  };
}

/** By what counts, not by time: a signal may be of an instant that is a little ahead, or behind. */
function isAfter(division: Division, before: StoredDivision): boolean {
  return division.sequence === before.sequence ? division.round > before.round : division.sequence > before.sequence;
}
