import type { PoolId, PoolServiceName, SiteId } from '@setpoint/contract';
import type { PoolOrder } from '@setpoint/core';
import type { SiteSignals } from '../../platform/site-signals.ts';
import type { Store } from '../../store/store.ts';
import { listOrderingPools } from './list-ordering-pools.ts';
import { readTicks } from './read-ticks.ts';
import { type StandingOrder, standingOrder } from './standing-order.ts';
import type { StoredTick } from '../steps/tick-from-row.ts';

/** What each site is asked for just now, by any pool. It follows from the ticks in the store. */
export interface OrderBoard {
  /** One for each service at most; one that ended early says so. */
  of(siteId: SiteId): readonly StandingOrder[];
  /** The pools that are asked for something now, with the last division of it. */
  inForce(now: number): { readonly poolId: PoolId; readonly tick: StoredTick }[];
  /** A signal was divided on this node: its members are told, and the other nodes. */
  put(pool: OrderingPool, tick: StoredTick): void;
  /** Looks up what other nodes did: for one pool, or for all that were asked for something since an instant. */
  look(wanted: { readonly poolId: PoolId } | { readonly since: number }): Promise<void>;
}

interface OrderingPool {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
}

type Division = Pick<StoredTick, 'sequence' | 'round'>;

interface BoardOptions {
  readonly store: Store;
  readonly signals: Pick<SiteSignals, 'sendHere' | 'sendPoolElsewhere'>;
  readonly now: () => number;
}

// Whoever was not reached may still follow one of these.
const TICKS_AT_FIRST = 8;
const TICKS_LATER = 2;
const TOLD_AT_ONCE = 100;

export function createOrderBoard({ store, signals, now }: BoardOptions): OrderBoard {
  const pools = new Map<PoolId, StoredTick>();
  const sites = new Map<SiteId, readonly StandingOrder[]>();
  const of = (siteId: SiteId) => sites.get(siteId) ?? [];

  function note(siteId: SiteId, order: PoolOrder): void {
    const before = of(siteId).find(({ service }) => service === order.service);
    const others = of(siteId).filter((standing) => standing !== before);
    sites.set(siteId, [...others, standingOrder(order, before, now())]);
  }

  /** The sites whose order is another one by it. */
  function apply({ poolId, service }: OrderingPool, tick: StoredTick): SiteId[] {
    const before = pools.get(poolId);
    if (before !== undefined && !isAfter(tick, before)) return [];
    const { sequence, validUntil } = tick;
    const at = Math.min(tick.at, now());
    // One that is out of reach may follow its last order until that ends, and is counted so.
    const asked = [...tick.shares].filter(([, { because }]) => because !== 'offline');
    for (const [siteId, { watts }] of asked) note(siteId, { poolId, service, sequence, watts, at, validUntil });
    const left = [...(before?.shares.keys() ?? [])].filter((siteId) => !tick.shares.has(siteId));
    const ended = left.filter((siteId) => end(siteId, { poolId, service }));
    pools.set(poolId, tick);
    return [...asked.map(([siteId]) => siteId), ...ended];
  }

  function end(siteId: SiteId, { poolId, service }: OrderingPool): boolean {
    const order = of(siteId).find((standing) => standing.service === service);
    if (order?.poolId !== poolId || order.validUntil <= now()) return false;
    sites.set(siteId, [...of(siteId).filter((other) => other !== order), { ...order, validUntil: now() }]);
    return true;
  }

  async function look(pool: OrderingPool): Promise<void> {
    const known = pools.get(pool.poolId);
    const limit = known === undefined ? TICKS_AT_FIRST : TICKS_LATER;
    const upTo = { sequence: Number.MAX_SAFE_INTEGER };
    const ticks = await store.read(readTicks, { poolId: pool.poolId, limit, upTo });
    const told = new Set(ticks.toReversed().flatMap((tick) => apply(pool, tick)));
    tell([...told]);
  }

  // In turns, so that a large pool does not keep everything else waiting.
  function tell(siteIds: readonly SiteId[]): void {
    for (const siteId of siteIds.slice(0, TOLD_AT_ONCE)) signals.sendHere(siteId, 'order');
    if (siteIds.length > TOLD_AT_ONCE) setImmediate(() => tell(siteIds.slice(TOLD_AT_ONCE)));
  }

  return {
    of,
    inForce: (at) => [...pools].map(([poolId, tick]) => ({ poolId, tick })).filter(({ tick }) => tick.validUntil > at),
    put(pool, tick) {
      tell(apply(pool, tick));
      signals.sendPoolElsewhere(pool.poolId);
    },
    async look(wanted) {
      for (const { last, ...pool } of await store.read(listOrderingPools, wanted)) {
        const known = pools.get(pool.poolId);
        if (known === undefined || isAfter(last, known)) await look(pool);
      }
    },
  };
}

/** By what counts, not by time: a signal may be of an instant that is a little ahead, or behind. */
function isAfter(tick: Division, before: Division): boolean {
  return tick.sequence === before.sequence ? tick.round > before.round : tick.sequence > before.sequence;
}
