import { AppError, LIMITS, type MemberFollowing, PATHS, type PoolFollowing, type SiteId } from '@setpoint/contract';
import { instantTextOrNull, resolveHeadroom, type Window } from '@setpoint/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listMemberIds } from '../access/list-member-ids.ts';
import { followOrders, type OrdersFollowing } from '../following/follow-orders.ts';
import { judgeSite, type Tolerances } from '../following/judge-site.ts';
import { readQuery } from '../http/read-query.ts';
import { readResolution } from '../http/read-resolution.ts';
import { readWindow } from '../http/read-window.ts';
import { chunksOf, sendStream } from '../http/send-stream.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import type { Caller } from '../identity/caller.ts';
import { readPlannedSite } from '../plan/read-planned-site.ts';
import { listTexts } from '../plan/plan-texts.ts';
import { siteOutlook } from '../plan/site-outlook.ts';
import { shareWork } from '../platform/share-work.ts';
import { readSite } from '../sites/read-site.ts';
import { type PoolRoutes, visiblePoolOrThrow } from './pool-routes.ts';
import type { PoolAccess } from './read-pool.ts';
import { followedEntries, sumFollowing } from './sum-following.ts';
import { sumHeadroom } from './sum-headroom.ts';

export interface SumRoutes extends PoolRoutes, OrdersFollowing {
  readonly tolerances: Tolerances;
}

const HOUR_MS = 3_600_000;

/** What the members of a pool have and do, in sum. */
export function sumRoutes(app: FastifyInstance, options: SumRoutes): void {
  const { access } = options;
  const share = shareWork<FastifyReply, unknown>(({ raw }) => !raw.destroyed);

  /** Once for all who ask the same thing of a pool at the same time by one client. */
  async function shared<Value>(of: Omit<Asked, 'isWanted'>, question: string, work: (asked: Asked) => Promise<Value>) {
    const { caller, reply, pool } = of;
    const key = `${caller.clientId} ${pool.poolId} ${question}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the question tells what is answered
    return (await share(key, reply, (isWanted) => work({ ...of, isWanted }))) as Value;
  }
  async function readAsked(
    request: FastifyRequest,
    reply: FastifyReply,
    names: readonly ['from', 'to', 'resolution'?],
  ) {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const query = readQuery(
      request,
      names.filter((name) => name !== undefined),
    );
    const { pool } = await visiblePoolOrThrow(options, caller, request);
    return { caller, reply, pool, query };
  }

  app.get(PATHS.fleetPoolHeadroom, WITHOUT_HEAD, async (request, reply) => {
    const { query, ...of } = await readAsked(request, reply, ['from', 'to', 'resolution']);
    const { resolution, ...bounds } = query;
    const window = readWindow(bounds);
    const stepMs = readResolution(resolution, window);
    const question = JSON.stringify(['headroom', window, stepMs]);
    const texts = await shared(of, question, (wanted) => headroomTexts(options, wanted, { window, stepMs }));
    return sendStream(request, reply, { chunks: chunksOf(texts) });
  });

  app.get(PATHS.fleetPoolFollowing, WITHOUT_HEAD, async (request, reply) => {
    const { query, ...of } = await readAsked(request, reply, ['from', 'to']);
    const window = readWindow(query);
    if (window.toMs - window.fromMs > LIMITS.maxPoolWindowHours * HOUR_MS) {
      const hours = LIMITS.maxPoolWindowHours;
      throw new AppError('bad_request', `from and to may be at most ${hours} hours apart for a pool`);
    }
    const question = JSON.stringify(['following', window]);
    const following = await shared(of, question, (wanted) => poolFollowing(options, wanted, window));
    return sendStream(request, reply, { chunks: chunksOf(followingTexts(following)) });
  });
}

interface Asked {
  readonly caller: Caller;
  readonly reply: FastifyReply;
  readonly pool: PoolAccess['pool'];
  /** Whether anybody still waits for the answer. */
  readonly isWanted: () => boolean;
}

/** The members one by one, each in a turn of the caller's. */
async function* membersOf(
  { access, store, now }: SumRoutes,
  { caller, pool, isWanted }: Asked,
): AsyncGenerator<SiteId> {
  for (const siteId of await store.read(listMemberIds, { poolId: pool.poolId, at: now() })) {
    await access.turn(caller);
    if (!isWanted()) throw new AppError('service_unavailable', 'nobody waits for the answer any more');
    yield siteId;
  }
}

async function headroomTexts(options: SumRoutes, asked: Asked, wanted: { window: Window; stepMs: number }) {
  const sum = sumHeadroom();
  let memberCount = 0;
  let unreported = 0;
  for await (const siteId of membersOf(options, asked)) {
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
  for await (const siteId of membersOf(options, asked)) {
    const site = await options.store.read(readSite, { siteId });
    if (site === undefined) continue;
    const { siteName, reportedAt } = site;
    const orders = await followOrders(options, site, options.tolerances.grid);
    const judged = await judgeSite({ ...options, siteId, window, now: options.now() });
    members.push({
      siteId,
      siteName,
      reportedAt: instantTextOrNull(reportedAt),
      order: orders.find(({ poolId }) => poolId === asked.pool.poolId) ?? null,
      entries: judged.kind === 'judged' ? followedEntries(judged.entries) : null,
    });
  }
  const { poolId, poolName } = asked.pool;
  return { poolId, poolName, memberCount: members.length, ...sumFollowing(members), members };
}

function* followingTexts({ members, ...sums }: PoolFollowing): Generator<string> {
  yield `${JSON.stringify(sums).slice(0, -1)},"members":`;
  yield* listTexts(members, (member) => member);
  yield '}';
}
