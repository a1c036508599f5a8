import type { PackedShare } from '@setpoint/core';
import { expect, it } from 'vitest';
import { marketOfTest, NOON, putShares } from '../../../testing/market-of-test.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { lastOrders } from './last-orders.ts';

const CYCLE_MS = 4_000;
const ORDERED: PackedShare = { watts: -5_000, follows: 0, because: null };
const silentFor = (signals: number, because: 'offline' | 'held' = 'offline') =>
  Array.from({ length: signals }, () => ({ watts: 0, follows: -5_000, because }));

it.each(
  STORE_KINDS.flatMap((kind) => [
    [kind, 'found behind ended signals that were offline', [ORDERED, ...silentFor(11)], true] as const,
    [kind, 'found behind ended signals that were held', [ORDERED, ...silentFor(11, 'held')], true] as const,
    [kind, 'none where a later one has ended before it', [ORDERED, ORDERED, ...silentFor(6)], false] as const,
  ]),
)('on %s, the last order of a member is %s', async (kind, _fact, shares, isFound) => {
  const { store, pool, site } = await marketOfTest(kind);
  const siteId = await site();
  await pool({ members: [] });
  // A signal of one cycle after the other, the first of which holds for longer.
  for (const [index, share] of shares.entries()) {
    const at = NOON + index * CYCLE_MS;
    const validUntil = at + (index === 0 ? 60_000 : CYCLE_MS);
    const after = index === 0 ? null : { sequence: index, round: 0 };
    await putShares(store, { shares: [{ siteId, ...share }], sequence: index + 1, at, validUntil, after });
  }
  const lastAt = async (ms: number) =>
    (await store.read(lastOrders, { poolId: NORTH.poolId, at: NOON + ms })).orders.get(siteId);
  const first = { watts: -5_000, at: NOON, validUntil: NOON + 60_000 };
  expect([await lastAt(50_000), await lastAt(60_000)]).toEqual([isFound ? first : undefined, undefined]);
});
