import type { FastifyRequest } from 'fastify';
import { byId } from '../../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../../http/read/read-page.ts';
import { parseAccepted } from '../../http/read/parse-accepted.ts';
import { readQuery } from '../../http/read/read-query.ts';
import { beginSse, keepSse } from '../../http/send/sse-response.ts';
import { varyBy } from '../../http/send/vary-by.ts';
import type { Budget } from '../../limits/budget.ts';
import type { Access } from '../../access/access.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import type { AvailabilityFeeds } from './availability-feeds.ts';
import { poolAvailability } from './pool-availability.ts';
import { readMembers } from '../members/read-members.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { visiblePool, visiblePoolOrThrow } from '../read-pool.ts';
import type { ServerResponse } from 'node:http';
import type { PoolAvailabilitySum } from '@setpoint/contract';
import type { PresentPool } from '../shortages/list-present-pools.ts';

export interface AvailabilityRoutes extends StoreAndClock {
  readonly access: Access;
  readonly budget: Pick<Budget, 'compute' | 'stream'>;
  readonly knowledge: MemberKnowledge;
  readonly feeds: AvailabilityFeeds;
}

const BY_SITE = byId('');

/** What pools can give now, or as it changes. */
export function availabilityRoutes(serve: Serve, options: AvailabilityRoutes): void {
  const { access, budget, feeds, store, now, knowledge } = options;

  serve.raw('getPoolAvailability', async (given) => {
    const { request, reply, caller, ids, turn } = given;
    varyBy(reply, 'Accept');
    if (isStream(request)) {
      readQuery(request, []);
      const { pool } = await visiblePoolOrThrow(store, caller, ids.poolId);
      await budget.stream(reply, caller.clientId);
      // Whether the caller is still who it was, and sees the pool; asked before each message, and now and then.
      const maySee = async () =>
        (await access.isStillGood(request)) && (await visiblePool(store, caller, pool.poolId)) !== undefined;
      return streamAvailability(beginSse(reply), feeds, pool, maySee);
    }
    await budget.compute(reply, caller.clientId);
    const wanted = readPage(given.readQuery(), BY_SITE);
    const { pool } = await visiblePoolOrThrow(store, caller, ids.poolId);
    const at = now();
    const members = await readMembers({ store, knowledge, turn }, pool, at);
    const all = poolAvailability(pool, members, at);
    const behind = all.members.filter(({ siteId }) => siteId > wanted.after);
    const page = cutPage(behind, wanted, ({ siteId }) => siteId);
    return { ...all, members: page.items, nextCursor: page.nextCursor };
  });
}

function isStream({ headers }: FastifyRequest): boolean {
  return parseAccepted(headers.accept).some(({ name, quality }) => name === 'text/event-stream' && quality > 0);
}

/** Writes what a pool can give to a response whenever it is otherwise; resolves when either side ends it. */
async function streamAvailability(
  response: ServerResponse,
  feeds: AvailabilityFeeds,
  pool: PresentPool,
  maySee: () => Promise<boolean>,
): Promise<void> {
  const feed = feeds.join(pool);
  const open = keepSse(response, maySee);
  let sent: PoolAvailabilitySum | undefined;
  try {
    while (open.isOpen() && !feeds.isStopped()) {
      const news = feed.news();
      const latest = feed.latest();
      if (latest !== undefined && latest !== sent) {
        if (!(await maySee()) || !(await open.write(messageOf(latest)))) return;
        sent = latest;
      } else {
        await open.newsOrClose(news);
      }
    }
  } finally {
    feed.leave();
    open.end();
  }
}

function messageOf(sum: PoolAvailabilitySum): string {
  return `event: availability\ndata: ${JSON.stringify(sum)}\n\n`;
}
