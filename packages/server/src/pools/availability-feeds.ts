import type { PoolAvailabilitySum, PoolId } from '@setpoint/contract';
import type { PresentPool } from './list-present-pools.ts';
import { poolAvailability } from './pool-availability.ts';
import { type MembersReading, readMembers } from './read-members.ts';

/** What a pool can give, as it changes: worked out once for all who listen to it. */
interface AvailabilityFeed {
  /** undefined until it was worked out for the first time. */
  latest(): PoolAvailabilitySum | undefined;
  /** Resolves once it is otherwise, or at the end of the service. */
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

interface Feeding extends Omit<MembersReading, 'turn'> {
  readonly now: () => number;
  /** Waits for the turn of a pool to be looked at. */
  readonly turn: (poolId: PoolId) => Promise<void>;
  readonly onFailure: (cause: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;
// Ramps and bookings go on without anything being told.
const AT_LATEST_MS = 4_000;
// A large pool is looked at less often, rather than take more than a share of a core.
const REST_PER_WORK = 20;

interface Fed {
  readonly pool: PresentPool;
  listeners: number;
  latest: PoolAvailabilitySum | undefined;
  text: string;
  news: PromiseWithResolvers<void>;
}

export function createAvailabilityFeeds(feeding: Feeding): AvailabilityFeeds {
  const { now, turn, onFailure, everyMs = EVERY_MS, ...reading } = feeding;
  const feeds = new Map<PoolId, Fed>();
  let heard = 0;
  const stopping = new AbortController();

  async function look(fed: Fed): Promise<void> {
    const sum = await sumOf({ ...reading, turn: () => turn(fed.pool.poolId) }, fed.pool, now());
    const text = JSON.stringify({ ...sum, at: null });
    if (text === fed.text) return;
    fed.text = text;
    fed.latest = sum;
    fed.news.resolve();
    fed.news = Promise.withResolvers();
  }

  async function feed(fed: Fed): Promise<void> {
    let seen = -1;
    let lookedAt = Number.NEGATIVE_INFINITY;
    while (fed.listeners > 0 && !stopping.signal.aborted) {
      const began = performance.now();
      if (seen !== heard || began - lookedAt >= AT_LATEST_MS) {
        [seen, lookedAt] = [heard, began];
        await turn(fed.pool.poolId);
        await look(fed).catch(onFailure);
      }
      await pause(Math.max(everyMs, (performance.now() - began) * REST_PER_WORK));
    }
    if (feeds.get(fed.pool.poolId) === fed) feeds.delete(fed.pool.poolId);
  }

  function begin(pool: PresentPool): Fed {
    const fed: Fed = { pool, listeners: 0, latest: undefined, text: '', news: Promise.withResolvers() };
    feeds.set(pool.poolId, fed);
    return fed;
  }

  return {
    join(pool) {
      const known = feeds.get(pool.poolId);
      const fed = known ?? begin(pool);
      fed.listeners += 1;
      if (known === undefined) void feed(fed);
      return {
        latest: () => fed.latest,
        news: () => fed.news.promise,
        leave: () => {
          fed.listeners -= 1;
        },
      };
    },
    hear() {
      heard += 1;
    },
    count: () => feeds.size,
    isStopped: () => stopping.signal.aborted,
    stop() {
      stopping.abort();
      for (const { news } of feeds.values()) news.resolve();
    },
  };
}

async function sumOf(reading: MembersReading, pool: PresentPool, at: number): Promise<PoolAvailabilitySum> {
  const { members: _members, ...sum } = poolAvailability(pool, await readMembers(reading, pool, at), at);
  return sum;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
