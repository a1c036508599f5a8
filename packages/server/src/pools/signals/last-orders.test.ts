import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import type { Allocation } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { NORTH } from '../../../testing/members-from.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../../testing/open-test-store.ts';
import { lastOrders } from './last-orders.ts';
import { packDivision } from './pack-division.ts';
import { putPool } from '../put-pool.ts';
import { putDivision } from './put-division.ts';

const START = Date.UTC(2026, 9, 25, 12);
const SITE = randomUUID() as string as SiteId;
const CYCLE_MS = 4_000;
const ORDERED = { watts: -5_000, follows: 0, because: null };

type Share = Omit<Allocation['shares'][number], 'siteId'>;
const silentFor = (signals: number, because: 'offline' | 'held' = 'offline'): Share[] =>
  Array.from({ length: signals }, () => ({ watts: 0, follows: -5_000, because }));

describe.each(STORE_KINDS)('the last order of a member, on %s', (kind) => {
  let opened: TestStore;

  beforeEach(async () => {
    opened = await storeOfTest(kind);
    await opened.store.write(putPool, { ...NORTH, members: new Map(), now: START });
  });

  /** A signal of one cycle after the other, the first of which may hold for longer. */
  async function tell(shares: readonly Share[], firstLeaseMs: number): Promise<void> {
    for (const [index, share] of shares.entries()) {
      const at = START + index * CYCLE_MS;
      const division = packDivision({
        poolId: NORTH.poolId,
        sequence: index + 1,
        round: 0,
        at,
        validUntil: at + (index === 0 ? firstLeaseMs : CYCLE_MS),
        watts: -5_000,
        after: index === 0 ? null : { sequence: index, round: 0 },
        siteIds: [SITE],
        allocation: { shares: [{ siteId: SITE, ...share }], shortfallWatts: 0, surplusWatts: 0 },
      });
      await opened.store.write(putDivision, division);
    }
  }

  const lastAt = async (ms: number) => {
    const { orders } = await opened.store.read(lastOrders, { poolId: NORTH.poolId, at: START + ms });
    return orders.get(SITE);
  };

  it.each(['offline', 'held'] as const)(
    'is found behind any number of ended signals that did not reach it: %s',
    async (because) => {
      await tell([ORDERED, ...silentFor(11, because)], 60_000);
      const first = { watts: -5_000, at: START, validUntil: START + 60_000 };
      await expect(lastAt(50_000)).resolves.toEqual(first);
      await expect(lastAt(60_000)).resolves.toBeUndefined();
    },
  );

  it('is the one that it was told last, though an earlier one would have held for longer', async () => {
    await tell([ORDERED, ORDERED, ...silentFor(6)], 60_000);
    await expect(lastAt(50_000)).resolves.toBeUndefined();
  });
});
