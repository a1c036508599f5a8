import type { PoolId, PoolServiceName, SiteId } from '@setpoint/contract';
import { LONGEST_ORDER_MS, oneOfEachService, ordersOverTime, type PoolOrder } from '@setpoint/core';
import type { SiteSignals } from '../../platform/site-signals.ts';
import type { Store } from '../../store/store.ts';
import { readDivisions } from './read-divisions.ts';
import { missedBy, type StandingOrder, standingOrder } from './standing-order.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

// From the end of the index for each pool. A maximum over groups looks at all divisions there are, which may be a year of them.
const withLast = <Params extends object>({ db }: Building<Params>) =>
  db.selectFrom('pool').select((eb) => {
    const last = eb
      .selectFrom('pool_tick')
      .whereRef('pool_tick.pool_id', '=', 'pool.pool_id')
      .orderBy('sequence', 'desc')
      .orderBy('round', 'desc')
      .limit(1);
    return ['pool_id', 'service', last.select('sequence').as('sequence'), last.select('round').as('round')];
  });

const ofOne = statement<{ poolId: string }>()((building) =>
  withLast(building).where('pool_id', '=', building.param('poolId')),
);

const since = statement<{ since: number }>()((building) =>
  withLast(building).where((eb) =>
    eb.exists(
      eb
        .selectFrom('pool_tick')
        .select('at')
        .whereRef('pool_tick.pool_id', '=', 'pool.pool_id')
        .where('at', '>', building.param('since')),
    ),
  ),
);

/** Pools that were asked for something, one or all since an instant, each with what it was asked for last. */
async function listOrderingPools(
  tx: Tx,
  wanted: OrdersSought,
): Promise<(OrderingPool & { readonly last: Division })[]> {
  const rows = 'poolId' in wanted ? await tx.all(ofOne, wanted) : await tx.all(since, wanted);
  return rows.flatMap(({ pool_id: id, service, sequence, round }) =>
    sequence === null || round === null ? [] : [{ poolId: id as PoolId, service, last: { sequence, round } }],
  );
}

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
  refresh(wanted: OrdersSought): Promise<void>;
}

export interface PoolInForce extends OrderingPool {
  readonly division: StoredDivision;
}

/** Of one pool, or of all that were asked for something since an instant. */
type OrdersSought = { readonly poolId: PoolId } | { readonly since: number };

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
    const divisions = await store.read(readDivisions, { poolId: pool.poolId, limit });
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

interface BoardKeeping {
  readonly board: OrderBoard;
  readonly signals: Pick<SiteSignals, 'listenToPools'>;
  /** Whether there may be other nodes, which write orders too. */
  readonly hasOthers: boolean;
  readonly now: () => number;
  /** Told of each pool that another node is asked for. */
  readonly learn: (poolId: PoolId) => Promise<void>;
  readonly onFailure: (cause: unknown) => void;
}

// What another node said may be lost.
const LOOK_EVERY_MS = 2_000;
const LOOKED_BACK_MS = 30_000;

/** Keeps the orders of this node as the store has them, whichever node wrote them there. */
export function keepOrderBoard({ board, signals, hasOthers, now, learn, onFailure }: BoardKeeping): Repeating {
  let isComplete = false;
  async function lookBack(): Promise<void> {
    if (isComplete && !hasOthers) return;
    await board.refresh({ since: now() - (isComplete ? LOOKED_BACK_MS : LONGEST_ORDER_MS) });
    isComplete = true;
  }
  signals.listenToPools((poolId) => {
    if (poolId === undefined) isComplete = false;
    board.refresh(poolId === undefined ? { since: now() - LONGEST_ORDER_MS } : { poolId }).catch(onFailure);
    if (poolId !== undefined) void learn(poolId);
  });
  lookBack().catch(onFailure);
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure }, lookBack);
}

interface DividedPool extends OrderingPool {
  readonly division: Pick<StoredDivision, 'sequence' | 'at' | 'validUntil' | 'shares'>;
}

// Two ramps, and the time between two reports.
const KEPT_MS = 150_000;

/** What pools asked their members for in the last moments, by what this node saw of it. */
export function recentOrders(beganAt: number) {
  const pools = new Map<PoolId, DividedPool[]>();
  /** Of a pool that went on when the node began, the last divisions alone are known. */
  const knownSince = new Map<PoolId, number>();
  return {
    note(pool: DividedPool, now: number): void {
      const { at } = pool.division;
      if (at < beganAt && !knownSince.has(pool.poolId)) knownSince.set(pool.poolId, at);
      const all = [...(pools.get(pool.poolId) ?? []), pool];
      const kept = all.filter((one, index) => endOf(one, all[index + 1]) > now - KEPT_MS);
      if (kept.length === 0) pools.delete(pool.poolId);
      else pools.set(pool.poolId, kept);
    },
    since(siteId: SiteId, instant: number): readonly PoolOrder[] | undefined {
      const orders = [...pools.values()].flatMap((those) => ordersOf(siteId, those));
      if (orders.some(({ poolId }) => instant < (knownSince.get(poolId) ?? instant))) return undefined;
      return oneOfEachService(orders).filter(({ validUntil }) => validUntil > instant);
    },
  };
}

/** When the next one came, or it ended by itself. */
function endOf({ division }: DividedPool, next: DividedPool | undefined): number {
  return Math.min(division.validUntil, next?.division.at ?? Number.POSITIVE_INFINITY);
}

function ordersOf(siteId: SiteId, those: readonly DividedPool[]): PoolOrder[] {
  const [first] = those;
  if (first === undefined) return [];
  const divisions = those.map(({ division: { sequence, at, validUntil, shares } }) => {
    return { sequence, at, validUntil, share: shares.get(siteId) };
  });
  return ordersOverTime({ poolId: first.poolId, service: first.service }, divisions);
}
