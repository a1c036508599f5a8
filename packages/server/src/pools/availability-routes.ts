import { PATHS, type PoolAvailability } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byId } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { parseAccepted } from '../http/parse-accepted.ts';
import { readQuery } from '../http/read-query.ts';
import { beginSse } from '../http/sse-response.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import type { Budget } from '../identity/budget.ts';
import type { AvailabilityFeeds } from './availability-feeds.ts';
import { poolAvailability } from './pool-availability.ts';
import { poolIfVisible, type PoolRoutes, visiblePoolOrThrow } from './pool-routes.ts';
import { readMembers } from './read-members.ts';
import type { MemberKnowledge } from './member-knowledge.ts';
import { streamAvailability } from './stream-availability.ts';

export interface AvailabilityRoutes extends PoolRoutes {
  readonly budget: Pick<Budget, 'stream'>;
  readonly knowledge: MemberKnowledge;
  readonly feeds: AvailabilityFeeds;
}

const BY_SITE = byId('');

/** What pools can give now, or as it changes. */
export function availabilityRoutes(app: FastifyInstance, options: AvailabilityRoutes): void {
  const { access, store, now, knowledge } = options;

  app.get(PATHS.fleetPoolAvailability, WITHOUT_HEAD, async (request, reply): Promise<PoolAvailability | void> => {
    reply.header('Vary', 'Accept');
    if (isStream(request)) return streamTo(options, request, reply);
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const wanted = readPage(request, BY_SITE);
    const { pool } = await visiblePoolOrThrow(options, caller, request);
    const at = now();
    const turn = () => access.turn(caller);
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

async function streamTo(options: AvailabilityRoutes, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { access, budget, feeds } = options;
  const caller = await access.caller(request, 'sites:read');
  readQuery(request, []);
  const { pool } = await visiblePoolOrThrow(options, caller, request);
  await budget.stream(reply, caller.clientId);
  const maySee = async () =>
    (await access.isStillGood(request)) && (await poolIfVisible(options, caller, pool.poolId)) !== undefined;
  await streamAvailability(beginSse(reply), { feeds, pool, maySee });
}
