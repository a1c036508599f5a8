import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolId, SiteId } from '@setpoint/contract';
import {
  type DivisionOfSite,
  LONGEST_SIGNAL_MS,
  oneOfEachService,
  ordersOverTime,
  type PoolOrder,
  shareAt,
} from '@setpoint/core';
import { fields, readBy } from '../../store/fields.ts';
import { longRead } from '../../store/long-read.ts';
import { statement } from '../../store/statement.ts';
import { fromStoredBytes } from '../../store/values/stored-bytes.ts';
import type { ReadableStore } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { placeInRoster } from '../steps/division-from-row.ts';

export interface OrdersWanted {
  readonly siteId: SiteId;
  readonly fromMs: number;
  readonly toMs: number;
}

export type OrdersFound =
  | { readonly kind: 'found'; readonly orders: readonly PoolOrder[] }
  /** Pools were asked more often in that time than is looked through. */
  | { readonly kind: 'too_many'; readonly most: number };

const poolsOfSite = statement<{ siteId: string; fromMs: number; toMs: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('pool', 'pool.pool_id', 'pool_member.pool_id')
    .select(fields('pool.poolId', 'service'))
    .distinct()
    .where('site_id', '=', param('siteId'))
    .where('valid_from', '<', param('toMs'))
    .where('valid_to', '>', param('fromMs'))
    .orderBy('pool.pool_id'),
);

type Place = { fromMs: number; afterSequence: number; afterRound: number };
type Page = Place & { poolId: string; toMs: number; limit: number };

// Without the ids of the members, which are as large as a hundred signals. By time, so that no division is read that is not
// asked for: a year of them is nine million.
const divisionsBetween = statement<Page>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select(fields('sequence', 'round', 'at', 'validUntil', 'roster', 'shares'))
    .where('pool_id', '=', param('poolId'))
    .where('at', '>=', param('fromMs'))
    .where('at', '<', param('toMs'))
    .where((eb) =>
      eb.or([
        eb('at', '>', param('fromMs')),
        eb(eb.refTuple('sequence', 'round'), '>', eb.tuple(param('afterSequence'), param('afterRound'))),
      ]),
    )
    .orderBy('at')
    .orderBy('sequence')
    .orderBy('round')
    .limit(param('limit')),
);

const rosterOf = readBy('pool_roster', ['poolId', 'roster'], ['siteIds']);

/** The pools that a site was in at any time of a window, as their rosters were. */
export const listPoolsOfSite = (tx: Tx, wanted: OrdersWanted) => tx.all(poolsOfSite, { ...wanted });
const listDivisions = longRead((tx: Tx, page: Page) => tx.all(divisionsBetween, page));

// Two days of a signal each 4 s, as for batches.
const MOST_DIVISIONS = 50_000;
const DIVISIONS_AT_ONCE = 64;

/** What pools asked a site for in a window of time, one order of each service at a time. */
export async function pastOrders(
  store: ReadableStore,
  wanted: OrdersWanted,
  most = MOST_DIVISIONS,
): Promise<OrdersFound> {
  const orders: PoolOrder[] = [];
  for (const { poolId, service } of await store.read(listPoolsOfSite, wanted)) {
    const pool = { poolId: poolId as PoolId, service };
    const divisions = await divisionsOfSite(store, pool.poolId, wanted, most);
    if (divisions === undefined) return { kind: 'too_many', most };
    orders.push(...ordersOverTime(pool, divisions));
  }
  const { fromMs, toMs } = wanted;
  const inWindow = oneOfEachService(orders).filter(({ at, validUntil }) => at < toMs && validUntil > fromMs);
  return { kind: 'found', orders: inWindow };
}

/** Undefined if there are too many. */
async function divisionsOfSite(
  store: ReadableStore,
  poolId: PoolId,
  { siteId, fromMs, toMs }: OrdersWanted,
  most: number,
): Promise<DivisionOfSite[] | undefined> {
  const divisions: (DivisionOfSite & { readonly round: number })[] = [];
  const places = new Map<string, number>();
  let after: Place = { fromMs: fromMs - LONGEST_SIGNAL_MS, afterSequence: -1, afterRound: -1 };
  for (;;) {
    const rows = await store.read(listDivisions, { poolId, toMs, ...after, limit: DIVISIONS_AT_ONCE });
    for (const { roster, shares, ...division } of rows) {
      const place = places.get(roster) ?? (await store.read(placeIn, { poolId, roster, siteId }));
      places.set(roster, place);
      const share = place < 0 ? undefined : shareAt(fromStoredBytes(shares), place);
      divisions.push({ ...division, share });
    }
    const last = rows.at(-1);
    if (divisions.length > most) return undefined;
    if (last === undefined || rows.length < DIVISIONS_AT_ONCE) break;
    after = { fromMs: last.at, afterSequence: last.sequence, afterRound: last.round };
    // Others have their turn between two pages.
    await nextTurn();
  }
  // A clock may have stepped back.
  return divisions.toSorted((one, other) => one.sequence - other.sequence || one.round - other.round);
}

async function placeIn(tx: Tx, { siteId, ...named }: { poolId: string; roster: string; siteId: SiteId }) {
  const row = await tx.first(rosterOf, named);
  return row === undefined ? -1 : placeInRoster(row.siteIds, siteId);
}
