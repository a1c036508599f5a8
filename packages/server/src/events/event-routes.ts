import {
  AppError,
  type ClientId,
  type EventType,
  isEventType,
  parsePoolId,
  parseSiteId,
  type PoolId,
  type SiteId,
} from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { parseEventId } from './sse-text.ts';
import type { CountListener } from './count-listeners.ts';
import type { EventTail } from './event-tail.ts';
import { type EventStart, type EventWish, resumeAfter } from './events-after.ts';
import { streamEvents } from './stream-events.ts';
import { readEventBounds } from './read-events.ts';
import type { Budget } from '../limits/budget.ts';
import { type Caller, readsAsOperator } from '../identity/caller.ts';
import { joinSight } from '../access/sight.ts';
import { listVisiblePools } from '../access/pools/list-visible-pools.ts';
import { hasAnyGrant } from '../access/grants/has-any-grant.ts';
import type { Access } from '../access/access.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { Store } from '../store/store.ts';
import { beginSse } from '../http/send/sse-response.ts';

export interface EventRoutes {
  readonly access: Access;
  readonly budget: Pick<Budget, 'stream' | 'compute'>;
  readonly store: Store;
  readonly tail: EventTail;
  readonly countListener: CountListener;
}

/** What happens, told as it happens. */
export function eventRoutes(serve: Serve, options: EventRoutes): void {
  const { access, budget, store, tail, countListener } = options;
  const sight = joinSight(store);

  serve.raw('streamEvents', async ({ request, reply, caller, readQuery, turn }) => {
    const { clientId } = caller;
    await budget.stream(reply, clientId);
    const query = readQuery();
    const isTailed = query.follow;
    const types = typesOf(query.types);
    const poolId = await poolOf(options, clientId, query.poolId);
    const siteId = await siteOf(options, caller, query.siteId);
    const wish = { clientId, types, siteId, poolId, hearsAsOperator: readsAsOperator(caller) };
    const start = await startFor(options, wish, await startOf(options, request, query.after));
    // What reads the log to its end, and no further, is an answer that is computed.
    if (!isTailed) await budget.compute(reply, clientId);
    const response = beginSse(reply);
    countListener(1);
    try {
      await streamEvents(response, {
        store,
        tail,
        sight,
        wish,
        start,
        isTailed,
        async hearing() {
          const callerNow = await access.callerNow(request);
          return callerNow && { hearsAsOperator: readsAsOperator(callerNow) };
        },
        turn,
      });
    } finally {
      countListener(-1);
    }
  });
}

async function startOf(options: EventRoutes, request: FastifyRequest, after: string | undefined): Promise<EventStart> {
  const header = request.headers['last-event-id'];
  // RFC: a browser that reconnects repeats the query and adds the header.
  const given = typeof header === 'string' && header !== '' ? header : after;
  // The tail may be some milliseconds behind what was answered before.
  if (given === undefined) return { position: (await options.store.read(readEventBounds, {})).last, gap: undefined };
  if (given === 'oldest') {
    return { position: (await options.store.read(readEventBounds, {})).forgotten, gap: undefined };
  }
  const seen = parseEventId(given);
  if (seen === undefined) throw new AppError('bad_request', 'the id to continue after is not the id of an event');
  return resumeAfter(options, seen);
}

// A caller that can see no site, and is no operator, has nothing to look for in the log of all of them.
async function startFor(
  { store, tail }: EventRoutes,
  { clientId, hearsAsOperator }: EventWish,
  start: EventStart,
): Promise<EventStart> {
  if (hearsAsOperator || (await store.read(hasAnyGrant, { clientId, can: 'read' }))) return start;
  return { ...start, position: tail.end() };
}

function typesOf(text: string | undefined): ReadonlySet<EventType> | undefined {
  if (text === undefined) return undefined;
  const types = text.split(',').map((type) => {
    if (isEventType(type)) return type;
    throw new AppError('bad_request', `types: there is no event type ${JSON.stringify(type.slice(0, 40))}`);
  });
  return new Set(types);
}

// A site that is not there, or that the caller has no grant of.
async function siteOf({ access }: EventRoutes, caller: Caller, text: string | undefined): Promise<SiteId | undefined> {
  if (text === undefined) return undefined;
  const siteId = parseSiteId(text);
  if (siteId === undefined) throw noSuch('site');
  await access.site(caller, siteId);
  return siteId;
}

// A pool that the caller has no grant of does not exist.
async function poolOf(
  { store }: EventRoutes,
  clientId: ClientId,
  text: string | undefined,
): Promise<PoolId | undefined> {
  if (text === undefined) return undefined;
  const poolId = parsePoolId(text);
  const visible = poolId && (await store.read(listVisiblePools, { clientId, poolIds: [poolId] }));
  if (poolId === undefined || visible?.has(poolId) !== true) throw noSuch('pool');
  return poolId;
}
