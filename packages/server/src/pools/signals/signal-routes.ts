import { AppError, type PoolId, type SiteOrderList, type PoolServiceName, type SiteId } from '@setpoint/contract';
import { type ExplainedSignal, explainShare, instantText, type PackedShare, WATTS_PER_KW } from '@setpoint/core';
import { byId } from '../../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../../http/read/read-page.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import { askPool, type PoolAsking } from './ask-pool.ts';
import { findSent, findSignal, readDivisionAt, signalBefore } from './read-divisions.ts';
import type { Tx } from '../../store/tx.ts';
import { type PoolAccess, visiblePoolOrThrow, visiblePool } from '../read-pool.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import { signalAnswer } from './signal-answer.ts';
import { listPoolsOfSite } from './past-orders.ts';

const SHARES_BY_SITE = byId('');

/** What pools are asked for, and what of it each member. */
export function signalRoutes(serve: Serve, ground: PoolAsking): void {
  const { store, now } = ground;

  for (const id of ['putPoolSignal', 'sendPoolSignal'] as const) {
    serve.raw(id, async ({ caller, ids, readQuery, readBody, turn, by }) => {
      readQuery();
      // The body is read only for a caller that may see the pool and ask it for power.
      const pool = await visiblePoolOrThrow(store, caller, ids.poolId);
      return askPool(ground, { ...pool, caller, read: readBody, turn, by });
    });
  }

  serve('takeBackPoolSignal', async ({ caller, ids, query, turn, by }) => {
    const pool = await visiblePoolOrThrow(store, caller, ids.poolId);
    return askPool(ground, { ...pool, caller, read: () => ({ takesBack: query.orderSequence }), turn, by });
  });

  serve('getPoolSignal', async ({ caller, ids, query }) => {
    const { pool } = await visiblePoolOrThrow(store, caller, ids.poolId);
    const division = await divisionOrThrow(ground, pool, query);
    const answer = signalAnswer(pool, division);
    if (query.at !== undefined) return answer;
    const before = await store.read(signalBefore, { ...pool, division, now: now() });
    return { ...answer, before: before === undefined ? null : writtenAsked(before) };
  });

  serve('listPoolShares', async ({ caller, ids, query }) => {
    const wanted = readPage(query, SHARES_BY_SITE);
    const { pool } = await visiblePoolOrThrow(store, caller, ids.poolId);
    const division = await divisionOrThrow(ground, pool, query);
    const behind = [...division.shares].filter(([siteId]) => siteId > wanted.after);
    const page = cutPage(behind.slice(0, wanted.limit + 1), wanted, ([siteId]) => siteId);
    const shares = page.items.map(([siteId, share]) => ({ siteId, ...writtenShare(share) }));
    return { ...timesOf(division), shares, nextCursor: page.nextCursor };
  });

  serve('getSiteOrders', async ({ caller, site: { siteId }, query: { at = now() } }) => {
    const orders = await store.read(listSiteOrders, { siteId, at });
    const told = orders.map(async (order) => orderOf(order, (await visiblePool(store, caller, order.poolId))?.pool));
    return { siteId, orders: await Promise.all(told) };
  });
}

async function divisionOrThrow(
  { store }: Pick<PoolAsking, 'store'>,
  { poolId }: PoolAccess['pool'],
  { at, sequence }: { readonly at?: number; readonly sequence?: number },
): Promise<StoredDivision> {
  if (at !== undefined && sequence !== undefined) throw new AppError('bad_request', 'give either at or sequence');
  const division =
    at === undefined
      ? await store.read(readSentDivision, { poolId, sequence })
      : await store.read(readDivisionAt, { poolId, at });
  if (division === undefined) throw new AppError('not_found', 'this pool had no signal then');
  return division;
}

/** The last division of the signal that was sent with a sequence, or of the last one. */
async function readSentDivision(
  tx: Tx,
  { poolId, sequence }: { readonly poolId: PoolId; readonly sequence?: number | undefined },
): Promise<StoredDivision | undefined> {
  if (sequence === undefined) return findSignal(tx, { poolId });
  const [sent] = await findSent(tx, { poolId, sequence });
  return sent && findSignal(tx, { poolId, upTo: { sequence: sent.sequence } });
}

function timesOf({ sent, at, validUntil }: StoredOrder['division']) {
  return { sequence: sent, at: instantText(at), validUntil: instantText(validUntil) };
}

/** A grant of the site shows its own share; of the signal as a whole only those are told who may see the pool. */
function orderOf(
  { poolId, service, division, share }: StoredOrder,
  pool: PoolAccess['pool'] | undefined,
): SiteOrderList['orders'][number] {
  const { watts, shortfallWatts, round } = division;
  const signal: ExplainedSignal | undefined = pool && {
    poolName: pool.poolName,
    watts,
    shortfallWatts,
    memberCount: division.shares.size,
    round,
  };
  const { sent: sequence, at, validUntil } = division;
  return {
    poolId,
    service,
    ...timesOf(division),
    orderSequence: division.sequence,
    ...writtenShare(share),
    text: explainShare({ service, sequence, at, validUntil, share, signal }),
    ...(signal === undefined ? {} : { signal: writtenSignal(signal) }),
  };
}

function writtenAsked({ watts, validUntil }: StoredDivision) {
  return { kW: watts / WATTS_PER_KW, validUntil: instantText(validUntil) };
}

function writtenShare({ watts, follows, misses = 0, because }: StoredOrder['share']) {
  const [kW, followedkW, missedkW] = [watts / WATTS_PER_KW, follows / WATTS_PER_KW, misses / WATTS_PER_KW];
  return { kW, because, followedkW, missedkW };
}

function writtenSignal({ poolName, watts, shortfallWatts, memberCount, round }: ExplainedSignal) {
  return { poolName, kW: watts / WATTS_PER_KW, shortfallkW: shortfallWatts / WATTS_PER_KW, memberCount, round };
}

interface StoredOrder {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  readonly division: StoredDivision;
  readonly share: PackedShare;
}

/** What pools asked a site for at an instant. */
export async function listSiteOrders(tx: Tx, { siteId, at }: { siteId: SiteId; at: number }): Promise<StoredOrder[]> {
  const orders: StoredOrder[] = [];
  for (const { poolId: id, service } of await listPoolsOfSite(tx, { siteId, fromMs: at, toMs: at + 1 })) {
    const poolId = id as PoolId;
    const division = await readDivisionAt(tx, { poolId, at });
    const share = division?.shares.get(siteId);
    if (division !== undefined && share !== undefined && division.validUntil > at)
      orders.push({ poolId, service, division, share });
  }
  return orders;
}
