import type { PoolAvailabilitySum, PoolId } from '@setpoint/contract';
import type { PresentPool } from '../shortages/list-present-pools.ts';
import { poolAvailability } from './pool-availability.ts';
import { type MembersReading, readMembers } from '../members/read-members.ts';

/** What a pool can give, as it changes: worked out once for all who listen to it. */
interface AvailabilityFeed {
  /** undefined until it was worked out for the first time. */
  latest(): PoolAvailabilitySum | undefined;
  /** Resolves once it was looked at again, or at the end of the service. */
  news(): Promise<void>;
  leave(): void;
}

export interface AvailabilityFeeds {
  join(pool: PresentPool): AvailabilityFeed;
  /** Something was told that may concern a member. */
  hear(): void;
  /** How many pools are listened to. */
  count(): number;
  isStopped(): boolean;
  stop(): void;
}

/** All pools that are listened to share one turn among those of callers, however many there are. */
interface Feeding extends MembersReading {
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;
// Ramps and bookings go on without anything being told.
const AT_LATEST_MS = 4_000;
// Large pools, and many, are looked at less often, rather than take more than a share of a core together.
const REST_PER_WORK = 20;
// A store that was slow once keeps nobody waiting for minutes.
const MOST_REST_MS = 10_000;

interface Fed {
  readonly pool: PresentPool;
  listeners: number;
  latest: PoolAvailabilitySum | undefined;
  text: string;
  news: PromiseWithResolvers<void>;
}

/** What is known to all feeds. */
interface Hearing {
  /** How often something was told. */
  times: number;
  isStopped: boolean;
}

export function createAvailabilityFeeds(feeding: Feeding): AvailabilityFeeds {
  const feeds = new Map<PoolId, Fed>();
  const hearing: Hearing = { times: 0, isStopped: false };
  const rest = createRest();

  function begin(pool: PresentPool): Fed {
    const fed: Fed = { pool, listeners: 0, latest: undefined, text: '', news: Promise.withResolvers() };
    feeds.set(pool.poolId, fed);
    void feed({ ...feeding, rest }, hearing, fed).finally(() => feeds.delete(pool.poolId));
    return fed;
  }

  return {
    join(pool) {
      const fed = feeds.get(pool.poolId) ?? begin(pool);
      fed.listeners += 1;
      return {
        latest: () => fed.latest,
        news: () => fed.news.promise,
        leave: () => {
          fed.listeners -= 1;
        },
      };
    },
    hear() {
      hearing.times += 1;
    },
    count: () => feeds.size,
    isStopped: () => hearing.isStopped,
    stop() {
      hearing.isStopped = true;
      for (const { news } of feeds.values()) news.resolve();
    },
  };
}

type Rest = ReturnType<typeof createRest>;

/** What all feeds share the cost of. */
function createRest() {
  let underWay = 0;
  let countedTo = 0;
  let restsUntil = 0;
  let ending: Promise<void> | undefined;

  async function end(): Promise<void> {
    for (let ms = 1; ms > 0; ms = restsUntil - performance.now()) await pause(ms);
    ending = undefined;
  }
  return {
    /** Counts how long it takes; what goes on meanwhile counts once. */
    async during(work: () => Promise<void>): Promise<void> {
      if (underWay === 0) countedTo = performance.now();
      underWay += 1;
      await work().finally(() => {
        const at = performance.now();
        restsUntil = Math.min(Math.max(restsUntil, at) + (at - countedTo) * REST_PER_WORK, at + MOST_REST_MS);
        countedTo = at;
        underWay -= 1;
      });
    },
    /** Resolves when what was done is rested from, for all who wait at once. */
    over: () => (ending ??= end()),
  };
}

/** Looks at a pool as long as somebody listens. The first look waits for no rest: somebody asked for it. */
async function feed({ rest, ...feeding }: Feeding & { rest: Rest }, hearing: Hearing, fed: Fed): Promise<void> {
  const { turn, onFailure, everyMs = EVERY_MS } = feeding;
  let heard = -1;
  let lookedAt = Number.NEGATIVE_INFINITY;
  do {
    const at = performance.now();
    if (heard !== hearing.times || at - lookedAt >= AT_LATEST_MS) {
      [heard, lookedAt] = [hearing.times, at];
      await turn();
      await rest.during(() => look(feeding, fed)).catch(onFailure);
      // Also when nothing changed or all failed: a stream that was closed meanwhile waits no longer.
      fed.news.resolve();
      fed.news = Promise.withResolvers();
    }
    await pause(everyMs);
    // Also once nobody listens: coming and going begins no look before the last one is rested from.
    await rest.over();
  } while (fed.listeners > 0 && !hearing.isStopped);
}

async function look({ now, ...reading }: Feeding, fed: Fed): Promise<void> {
  const { pool } = fed;
  const at = now();
  const { members: _members, ...sum } = poolAvailability(pool, await readMembers(reading, pool, at), at);
  const text = JSON.stringify({ ...sum, at: null });
  if (text === fed.text) return;
  fed.text = text;
  fed.latest = sum;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
