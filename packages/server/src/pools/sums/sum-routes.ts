import {
  AppError,
  LIMITS,
  type MemberFollowing,
  type PoolFollowing,
  type PoolId,
  type PoolSupplied,
  type SiteId,
} from '@setpoint/contract';
import { instantTextOrNull, resolveHeadroom, slotsOver, type Window } from '@setpoint/core';
import type { FastifyReply } from 'fastify';
import { listMemberIds } from '../../access/pools/list-member-ids.ts';
import { followOrders, type OrdersFollowing } from '../../following/follow-orders.ts';
import { judgeSite, type Tolerances } from '../../following/judge-site.ts';
import type { MeasurementsKept } from '../../following/forget-measurements.ts';
import { suppliedBySite } from '../../following/supplied-by-site.ts';
import { readResolution } from '../../http/read/read-resolution.ts';
import { readWindow } from '../../http/read/read-window.ts';
import { chunksOf, sendStream } from '../../http/send/send-stream.ts';
import type { Caller } from '../../identity/caller.ts';
import { readPlannedSite } from '../../plan/read-planned-site.ts';
import { listTexts } from '../../plan/plan-texts.ts';
import { siteOutlook } from '../../plan/site-outlook.ts';
import { joinWork } from '../../platform/join-work.ts';
import { readSite } from '../../sites/read-site.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { PoolAccess } from '../read-pool.ts';
import { listLeftIds } from './list-left-ids.ts';
import { followedEntries, sumFollowing } from './sum-following.ts';
import { sumHeadroom } from './sum-headroom.ts';
import { listMembersBetween } from './list-members-between.ts';
import { sumSupplied } from './sum-supplied.ts';
import { visiblePoolOrThrow } from '../visible-pool.ts';

export interface SumRoutes extends OrdersFollowing {
  readonly tolerances: Tolerances;
  readonly kept: Pick<MeasurementsKept, 'minuteMs'>;
}

const HOUR_MS = 3_600_000;

/** What the members of a pool have and do, in sum. */
export function sumRoutes(serve: Serve, options: SumRoutes): void {
  const share = joinWork<FastifyReply, unknown>(({ raw }) => !raw.destroyed);

  /** Once for all who ask the same thing of a pool at the same time by one client. */
  async function shared<Value>(asker: Asker, question: string, work: (asked: Asked) => Promise<Value>) {
    const { caller, reply, ids, turn } = asker;
    const { pool } = await visiblePoolOrThrow(options.store, caller, ids.poolId);
    const key = `${caller.clientId} ${pool.poolId} ${question}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the question tells what is answered
    return (await share(key, reply, (isWanted) => work({ pool, turn, isWanted }))) as Value;
  }

  serve.sent('getPoolHeadroom', async (asked) => {
    const { request, reply, query } = asked;
    const window = readWindow(query);
    const stepMs = readResolution(query.resolution, window);
    const question = JSON.stringify(['headroom', window, stepMs]);
    const texts = await shared(asked, question, (wanted) => headroomTexts(options, wanted, { window, stepMs }));
    return sendStream(request, reply, { chunks: chunksOf(texts) });
  });

  serve.sent('getPoolFollowing', async (asked) => {
    const { request, reply, query } = asked;
    const window = readPoolWindow(query);
    const question = JSON.stringify(['following', window]);
    const following = await shared(asked, question, (wanted) => poolFollowing(options, wanted, window));
    return sendStream(request, reply, { chunks: chunksOf(followingTexts(following)) });
  });

  serve.sent('getPoolSupplied', async (asked) => {
    const { request, reply, query } = asked;
    const window = readPoolWindow(query);
    const question = JSON.stringify(['supplied', window]);
    const supplied = await shared(asked, question, (wanted) => poolSupplied(options, wanted, window));
    return sendStream(request, reply, { chunks: chunksOf(suppliedTexts(supplied)) });
  });
}

function readPoolWindow(query: Parameters<typeof readWindow>[0]): Window {
  const window = readWindow(query);
  const hours = LIMITS.maxPoolWindowHours;
  if (window.toMs - window.fromMs <= hours * HOUR_MS) return window;
  throw new AppError('bad_request', `from and to may be at most ${hours} hours apart for a pool`);
}

interface Asker {
  readonly caller: Caller;
  readonly reply: FastifyReply;
  readonly ids: { readonly poolId: PoolId };
  readonly turn: () => Promise<void>;
}

interface Asked {
  readonly pool: PoolAccess['pool'];
  readonly turn: () => Promise<void>;
  /** Whether anybody still waits for the answer. */
  readonly isWanted: () => boolean;
}

async function* membersNow({ store, now }: SumRoutes, asked: Asked): AsyncGenerator<SiteId> {
  yield* inTurns(asked, await store.read(listMemberIds, { poolId: asked.pool.poolId, at: now() }));
}

/** The members one by one, each in a turn of the caller's. */
async function* inTurns({ turn, isWanted }: Asked, siteIds: readonly SiteId[]): AsyncGenerator<SiteId> {
  for (const siteId of siteIds) {
    await turn();
    if (!isWanted()) throw new AppError('service_unavailable', 'nobody waits for the answer any more');
    yield siteId;
  }
}

async function headroomTexts(options: SumRoutes, asked: Asked, wanted: { window: Window; stepMs: number }) {
  const sum = sumHeadroom();
  let memberCount = 0;
  let unreported = 0;
  for await (const siteId of membersNow(options, asked)) {
    const site = await options.store.read(readPlannedSite, { siteId });
    if (site === undefined) continue;
    memberCount += 1;
    if (site.reportedAt === null) unreported += 1;
    sum.add(resolveHeadroom({ ...siteOutlook(site), ...wanted }));
  }
  const { poolId, poolName } = asked.pool;
  const lead = JSON.stringify({ poolId, poolName, memberCount, unreported }).slice(0, -1);
  return [`${lead},"intervals":`, ...listTexts([...sum.intervals()], (interval) => interval), '}'];
}

async function poolFollowing(options: SumRoutes, asked: Asked, window: Window): Promise<PoolFollowing> {
  const members: MemberFollowing[] = [];
  const follow = async (siteId: SiteId) => {
    const member = await followMember(options, { siteId, poolId: asked.pool.poolId, window });
    if (member !== undefined) members.push(member);
  };
  for await (const siteId of membersNow(options, asked)) await follow(siteId);
  const memberCount = members.length;
  for await (const siteId of leftOf(options, asked, members)) await follow(siteId);
  const { poolId, poolName } = asked.pool;
  const sorted = members.toSorted((one, other) => (one.siteId < other.siteId ? -1 : 1));
  return { poolId, poolName, memberCount, ...sumFollowing(sorted), members: sorted };
}

/** Those that left, and whose last order of the pool goes on: they could not be told that it has ended. */
async function* leftOf(
  { store, now, orders }: SumRoutes,
  { pool: { poolId }, turn }: Asked,
  members: readonly MemberFollowing[],
): AsyncGenerator<SiteId> {
  const present = new Set(members.map(({ siteId }) => siteId));
  for (const siteId of await store.read(listLeftIds, { poolId, at: now() })) {
    if (present.has(siteId)) continue;
    if (!orders.of(siteId).some((order) => order.poolId === poolId && order.validUntil > now())) continue;
    await turn();
    yield siteId;
  }
}

interface FollowedMember {
  readonly siteId: SiteId;
  readonly poolId: PoolId;
  readonly window: Window;
}

async function followMember(options: SumRoutes, { siteId, poolId: asking, window }: FollowedMember) {
  const site = await options.store.read(readSite, { siteId });
  if (site === undefined) return undefined;
  const { siteName, reportedAt } = site;
  const orders = await followOrders(options, site, options.tolerances.grid);
  const judged = await judgeSite({ ...options, siteId, window, pairs: ['grid/activePowerkW'], now: options.now() });
  return {
    siteId,
    siteName,
    reportedAt: instantTextOrNull(reportedAt),
    order: orders.find(({ poolId }) => poolId === asking) ?? null,
    entries: judged.kind === 'judged' ? followedEntries(judged.entries) : null,
  };
}

function* followingTexts({ members, ...sums }: PoolFollowing): Generator<string> {
  yield `${JSON.stringify(sums).slice(0, -1)},"members":`;
  yield* listTexts(members, (member) => member);
  yield '}';
}

async function poolSupplied(options: SumRoutes, asked: Asked, window: Window): Promise<PoolSupplied> {
  const { store, pastOrders, kept } = options;
  const { poolId, poolName } = asked.pool;
  const now = options.now();
  const slots = slotsOver(window, { minutesFrom: now - kept.minuteMs, now });
  const sum = sumSupplied();
  for await (const siteId of inTurns(asked, await store.read(listMembersBetween, { poolId, ...window }))) {
    const supplied = await suppliedBySite({ store, pastOrders, siteId, poolId, slots });
    if (supplied.kind === 'too_many_orders') throw tooManyOrders(supplied.most);
    sum.add(supplied.slots);
  }
  return { poolId, poolName, slots: sum.slots() };
}

function tooManyOrders(most: number): AppError {
  const times = most.toLocaleString('en-US');
  const message = `pools of a member were asked for power more than ${times} times then: ask for a shorter window`;
  return new AppError('bad_request', message);
}

function* suppliedTexts({ slots, ...lead }: PoolSupplied): Generator<string> {
  yield `${JSON.stringify(lead).slice(0, -1)},"slots":`;
  yield* listTexts(slots, (slot) => slot);
  yield '}';
}
