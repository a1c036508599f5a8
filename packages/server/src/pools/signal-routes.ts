import {
  AppError,
  LIMITS,
  PATHS,
  type PoolShareList,
  type PoolSignal,
  PutSignalRequest,
  type SiteOrderList,
} from '@setpoint/contract';
import { type ExplainedSignal, explainShare, instantText, parseInstant } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { noAccess } from '../access/refusals.ts';
import { actorOf } from '../identity/actor-of.ts';
import { byId } from '../http/cursor-shape.ts';
import { readInstant } from '../http/read-instant.ts';
import { readJson } from '../http/read-json.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import type { MemberKnowledge } from './member-knowledge.ts';
import { listSiteOrders, type StoredOrder } from './list-site-orders.ts';
import type { OrderBoard } from './order-board.ts';
import { poolIfVisible, type PoolRoutes, visiblePoolOrThrow } from './pool-routes.ts';
import { readTickAt } from './read-tick-at.ts';
import { readTicks } from './read-ticks.ts';
import { type Signal, type SignalTaken, readRepeated, takeSignal } from './take-signal.ts';
import type { PoolAccess } from './read-pool.ts';
import type { StoredTick } from './steps/tick-from-row.ts';

export interface SignalRoutes extends PoolRoutes {
  readonly knowledge: MemberKnowledge;
  readonly orders: Pick<OrderBoard, 'put'>;
}

const checkSignal = valueOrThrow(PutSignalRequest);
const SHARES_BY_SITE = byId('');
const WATTS_PER_KW = 1_000;

/** What pools are asked for, and what of it each member. */
export function signalRoutes(app: FastifyInstance, options: SignalRoutes): void {
  addReadingRoutes(app, options);
  const { access, store, now } = options;

  app.put(PATHS.fleetPoolSignal, async (request, reply): Promise<PoolSignal> => {
    const caller = await access.callerInTurn(request, reply, 'schedules:write');
    readQuery(request, []);
    const { pool, canSchedule } = await visiblePoolOrThrow(options, caller, request);
    if (!canSchedule) throw noAccess(caller);
    const asked = readSignal(await readJson(request, checkSignal), now());
    const signal = { ...asked, actor: actorOf(caller) };
    const refusal = refusalOf(signal, now());
    if (refusal !== undefined) {
      // Whoever sends a signal again, because no answer came, may be late.
      const taken = await store.read(readRepeated, { poolId: pool.poolId, signal });
      if (taken === undefined) throw refusal;
      return signalOf(pool, taken);
    }
    const tick = takenOrThrow(await takeSignal({ ...options, turn: () => access.turn(caller) }, pool, signal));
    options.orders.put(pool, tick);
    return signalOf(pool, tick);
  });
}

function addReadingRoutes(app: FastifyInstance, options: SignalRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetPoolSignal, WITHOUT_HEAD, async (request): Promise<PoolSignal> => {
    const caller = await access.caller(request, 'sites:read');
    const { at } = readQuery(request, ['at']);
    const { pool } = await visiblePoolOrThrow(options, caller, request);
    return signalOf(pool, await tickOrThrow(options, pool, { at }));
  });

  app.get(PATHS.fleetPoolShares, WITHOUT_HEAD, async (request): Promise<PoolShareList> => {
    const caller = await access.caller(request, 'sites:read');
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

  app.get(PATHS.fleetSiteOrders, WITHOUT_HEAD, async (request): Promise<SiteOrderList> => {
    const caller = await access.caller(request, 'sites:read');
    const { at } = readQuery(request, ['at']);
    const { siteId } = (await access.site(caller, request)).site;
    const orders = await store.read(listSiteOrders, { siteId, at: at === undefined ? now() : readInstant('at', at) });
    const told = orders.map(async (order) => orderOf(order, await poolIfVisible(options, caller, order.poolId)));
    return { siteId, orders: await Promise.all(told) };
  });
}

function readSignal(request: PutSignalRequest, now: number): Omit<Signal, 'actor'> {
  const at = request.at === undefined ? now : instantOrThrow('at', request.at);
  const validUntil = instantOrThrow('validUntil', request.validUntil);
  return { sequence: request.sequence, at, validUntil, watts: Math.round(request.kW * WATTS_PER_KW) || 0 };
}

/** What a signal is refused for that is not the repeat of one; undefined for one that can be taken. */
function refusalOf({ at, validUntil }: Signal, now: number): AppError | undefined {
  if (validUntil <= now) return wrong('validUntil: is in the past');
  if (Math.abs(at - now) > LIMITS.maxSignalAgeSeconds * 1_000) {
    return wrong(`at: must be at most ${LIMITS.maxSignalAgeSeconds} s from now`);
  }
  if (validUntil - at > LIMITS.maxSignalSeconds * 1_000) {
    return wrong(`validUntil: must be at most ${LIMITS.maxSignalSeconds} s after at`);
  }
  return undefined;
}

function instantOrThrow(name: string, text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw wrong(`${name}: must be an RFC 3339 date-time with seconds and an offset`);
  return instant;
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}

function takenOrThrow(taken: SignalTaken): StoredTick {
  switch (taken.kind) {
    case 'taken':
      return taken.tick;
    case 'not_newer':
      throw new AppError('conflict', `sequence: must be above ${taken.last}, that of the last signal`);
    case 'no_members':
      throw new AppError('conflict', 'this pool has no members now');
    case 'busy':
      throw new AppError('conflict', 'other signals of this pool came meanwhile; send it again');
  }
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

function timesOf({ sequence, at, validUntil }: StoredTick) {
  return { sequence, at: instantText(at), validUntil: instantText(validUntil) };
}

/** A grant of the site shows its own share; of the signal as a whole only those are told who may see the pool. */
function orderOf(
  { poolId, service, tick, share }: StoredOrder,
  pool: PoolAccess['pool'] | undefined,
): SiteOrderList['orders'][number] {
  const { watts, shortfallWatts, round, shares } = tick;
  const signal: ExplainedSignal | undefined = pool && {
    poolName: pool.poolName,
    watts,
    shortfallWatts,
    memberCount: shares.size,
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

function signalOf({ poolId }: PoolAccess['pool'], tick: StoredTick): PoolSignal {
  const shares = [...tick.shares.values()];
  const ordered = shares.reduce((sum, { watts }) => sum + watts, 0);
  const followed = shares.reduce((sum, { follows }) => sum + follows, 0);
  const reasons = Map.groupBy(shares, ({ because }) => because);
  return {
    poolId,
    ...timesOf(tick),
    kW: tick.watts / WATTS_PER_KW,
    orderedkW: ordered / WATTS_PER_KW,
    followedkW: followed / WATTS_PER_KW,
    shortfallkW: tick.shortfallWatts / WATTS_PER_KW,
    surpluskW: tick.surplusWatts / WATTS_PER_KW,
    memberCount: tick.shares.size,
    actor: tick.actor,
    reasons: [...reasons]
      .flatMap(([because, those]) => (because === null ? [] : [{ because, members: those.length }]))
      .toSorted((one, other) => other.members - one.members),
  };
}
