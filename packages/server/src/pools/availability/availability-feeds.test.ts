import type { PoolId } from '@setpoint/contract';
import type { MemberNow } from '@setpoint/core';
import { expect, it, onTestFinished } from 'vitest';
import { memberBooked } from '../../../../core/testing/member-booked.ts';
import type { Tx } from '../../store/tx.ts';
import { storeOfTest } from '../../../testing/open-test-store.ts';
import { type AvailabilityFeeds, createAvailabilityFeeds } from './availability-feeds.ts';

const pool = {
  poolId: 'b1a0c9d2-0c4e-4f55-9c3e-0f8a6f1f7e21' as string as PoolId,
  service: 'afrr',
  enduranceMinutes: 60,
} as const;
const EVERY_MS = 5;

let feeds: AvailabilityFeeds;

/** Feeds over members that a test says; how often they were read. */
async function feedsOf(members: (poolId: PoolId) => readonly MemberNow[]) {
  const { store } = await storeOfTest('SQLite');
  const read = { times: 0, failures: 0 };
  const knowledge = {
    read: (_tx: Tx, { poolId }: { poolId: PoolId }) => {
      read.times += 1;
      return Promise.resolve({ kind: 'known', members: members(poolId), gone: [], awaitedUntil: [] } as const);
    },
    learn: () => Promise.resolve(),
  };
  feeds = createAvailabilityFeeds({
    store,
    knowledge,
    now: () => 0,
    turn: () => Promise.resolve(),
    onFailure: () => {
      read.failures += 1;
    },
    everyMs: EVERY_MS,
  });
  onTestFinished(() => feeds.stop());
  return read;
}

const silent = memberBooked('a', 0, { hindrance: 'offline' });

it('work out what a pool can give once for all who listen', async () => {
  const read = await feedsOf(() => [silent]);
  const listening = Array.from({ length: 50 }, () => feeds.join(pool));
  await Promise.all(listening.map((feed) => feed.news()));
  expect(read.times).toBe(1);
  for (const feed of listening) expect(feed.latest()?.memberCount).toBe(1);
});

it('tell only what is otherwise, and wake everybody each time', async () => {
  let members: MemberNow[] = [silent];
  await feedsOf(() => members);
  const feed = feeds.join(pool);
  await feed.news();
  const first = feed.latest();
  feeds.hear();
  await feed.news();
  expect(feed.latest()).toBe(first);
  members = [silent, { ...silent, siteId: 'b' }];
  feeds.hear();
  await feed.news();
  expect(feed.latest()?.memberCount).toBe(2);
});

it('of many pools rest together from what they took together, and a new one does not wait for it', async () => {
  // So long that the new one comes before the rest is over, however busy the machine is.
  const workMs = 10;
  const looks: { poolId: PoolId; endedAt: number }[] = [];
  await feedsOf((poolId) => {
    const until = performance.now() + workMs;
    while (performance.now() < until);
    looks.push({ poolId, endedAt: performance.now() });
    return [silent];
  });
  const poolOf = (index: number) => ({
    ...pool,
    poolId: `${pool.poolId.slice(0, -2)}${10 + index}` as PoolId,
  });
  const many = [];
  for (let index = 0; index < 10; index += 1) {
    const feed = feeds.join(poolOf(index));
    await feed.news();
    many.push(feed);
  }
  const workedUntil = looks.at(-1)?.endedAt ?? 0;
  const news = many.map((feed) => feed.news());
  feeds.hear();
  await feeds.join(poolOf(10)).news();
  await Promise.all(news);
  expect(looks.slice(0, 11).map(({ poolId }) => poolId)).toEqual(
    Array.from({ length: 11 }, (_, index) => poolOf(index).poolId),
  );
  expect((looks[11]?.endedAt ?? 0) - workedUntil).toBeGreaterThan(10 * workMs * 20);
});

it('are forgotten once nobody listens, also when somebody came and went meanwhile', async () => {
  await feedsOf(() => [silent]);
  const feed = feeds.join(pool);
  await feed.news();
  feed.leave();
  const other = feeds.join(pool);
  feeds.hear();
  await other.news();
  expect([feeds.count(), other.latest()?.memberCount]).toEqual([1, 1]);
  other.leave();
  while (feeds.count() > 0) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
});

it('go on after a failure', async () => {
  let isBroken = true;
  const read = await feedsOf(() => {
    if (isBroken) throw new Error('broken');
    return [silent];
  });
  const feed = feeds.join(pool);
  while (read.failures === 0) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  isBroken = false;
  const news = feed.news();
  feeds.hear();
  await news;
  expect(feed.latest()?.memberCount).toBe(1);
});
