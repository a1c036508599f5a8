import {
  AppError,
  PATHS,
  type PoolShareList,
  type PoolSignal,
  PutSignalRequest,
  type SiteOrderList,
} from '@setpoint/contract';
import { type ExplainedSignal, explainShare, instantText } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { byId } from '../http/cursor-shape.ts';
import { readInstant } from '../http/read-instant.ts';
import { readJson } from '../http/read-json.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { askPool, type PoolAsking } from './ask-pool.ts';
import { listSiteOrders, type StoredOrder } from './list-site-orders.ts';
import { poolIfVisible, type PoolRoutes, visiblePoolOrThrow } from './pool-routes.ts';
import { readTickAt } from './read-tick-at.ts';
import { readTicks } from './read-ticks.ts';
import type { PoolAccess } from './read-pool.ts';
import type { StoredTick } from './steps/tick-from-row.ts';
import { toldSignal } from './told-signal.ts';

export interface SignalRoutes extends PoolRoutes, PoolAsking {}

const checkSignal = valueOrThrow(PutSignalRequest);
const SHARES_BY_SITE = byId('');
const WATTS_PER_KW = 1_000;

/** What pools are asked for, and what of it each member. */
export function signalRoutes(app: FastifyInstance, options: SignalRoutes): void {
  addReadingRoutes(app, options);
  const { access } = options;

  app.put(PATHS.fleetPoolSignal, async (request, reply): Promise<PoolSignal> => {
    const caller = await access.callerInTurn(request, reply, 'schedules:write');
    readQuery(request, []);
    const asked = await visiblePoolOrThrow(options, caller, request);
    const read = () => readJson(request, checkSignal);
    return askPool(options, { ...asked, caller, read, turn: () => access.turn(caller) });
  });
}

function addReadingRoutes(app: FastifyInstance, options: SignalRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetPoolSignal, WITHOUT_HEAD, async (request, reply): Promise<PoolSignal> => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const { at } = readQuery(request, ['at']);
    const { pool } = await visiblePoolOrThrow(options, caller, request);
    return toldSignal(pool, await tickOrThrow(options, pool, { at }));
  });

  app.get(PATHS.fleetPoolShares, WITHOUT_HEAD, async (request, reply): Promise<PoolShareList> => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const wanted = readPage(request, SHARES_BY_SITE, ['at', 'sequence']);
    const { pool } = await visiblePoolOrThrow(options, caller, request);
    const tick = await tickOrThrow(options, pool, wanted.query);
    const behind = [...tick.shares].filter(([siteId]) => siteId > wanted.after);
    const page = cutPage(behind.slice(0, wanted.limit + 1), wanted, ([siteId]) => siteId);
    const shares = page.items.map(([siteId, { watts, follows, because }]) => {
      return { siteId, kW: watts / WATTS_PER_KW, because, followedkW: follows / WATTS_PER_KW };
    });
    return { ...timesOf(tick), shares, nextCursor: page.nextCursor };
  });

  app.get(PATHS.fleetSiteOrders, WITHOUT_HEAD, async (request, reply): Promise<SiteOrderList> => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const { at } = readQuery(request, ['at']);
    const { siteId } = (await access.site(caller, request)).site;
    const orders = await store.read(listSiteOrders, { siteId, at: at === undefined ? now() : readInstant('at', at) });
    const told = orders.map(async (order) => orderOf(order, await poolIfVisible(options, caller, order.poolId)));
    return { siteId, orders: await Promise.all(told) };
  });
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}

async function tickOrThrow(
  { store }: SignalRoutes,
  { poolId }: PoolAccess['pool'],
  { at, sequence }: { readonly at?: string | undefined; readonly sequence?: string | undefined },
): Promise<StoredTick> {
  if (at !== undefined && sequence !== undefined) throw wrong('give either at or sequence');
  const wanted = sequence === undefined ? undefined : sequenceOrThrow(sequence);
  const upTo = { sequence: wanted ?? Number.MAX_SAFE_INTEGER };
  const tick =
    at === undefined
      ? (await store.read(readTicks, { poolId, limit: 1, upTo }))[0]
      : await store.read(readTickAt, { poolId, at: readInstant('at', at) });
  if (tick === undefined || (wanted !== undefined && tick.sequence !== wanted)) {
    throw new AppError('not_found', 'this pool had no signal then');
  }
  return tick;
}

function sequenceOrThrow(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw wrong('sequence must be a whole number');
  return Number(text);
}

function timesOf({ sequence, at, validUntil }: StoredOrder['tick']) {
  return { sequence, at: instantText(at), validUntil: instantText(validUntil) };
}

/** A grant of the site shows its own share; of the signal as a whole only those are told who may see the pool. */
function orderOf(
  { poolId, service, tick, memberCount, share }: StoredOrder,
  pool: PoolAccess['pool'] | undefined,
): SiteOrderList['orders'][number] {
  const { watts, shortfallWatts, round } = tick;
  const signal: ExplainedSignal | undefined = pool && {
    poolName: pool.poolName,
    watts,
    shortfallWatts,
    memberCount,
    round,
  };
  const { sequence, at, validUntil } = tick;
  return {
    poolId,
    service,
    ...timesOf(tick),
    kW: share.watts / WATTS_PER_KW,
    because: share.because,
    followedkW: share.follows / WATTS_PER_KW,
    text: explainShare({ service, sequence, at, validUntil, share, signal }),
    ...(signal === undefined ? {} : { signal: writtenSignal(signal) }),
  };
}

function writtenSignal({ poolName, watts, shortfallWatts, memberCount, round }: ExplainedSignal) {
  return { poolName, kW: watts / WATTS_PER_KW, shortfallkW: shortfallWatts / WATTS_PER_KW, memberCount, round };
}
