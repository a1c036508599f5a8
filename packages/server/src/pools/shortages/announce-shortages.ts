import { askedShortage } from '@setpoint/core';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import { listPresentPools } from './list-present-pools.ts';
import { listShortages } from './list-shortages.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { noteShortage } from './note-shortage.ts';
import type { OrderBoard } from '../signals/order-board.ts';
import { createShortageDelay, type FoundShortages } from './shortage-delay.ts';
import { watchBookings } from '../availability/watch-bookings.ts';

interface ShortageFinding {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: Pick<OrderBoard, 'inForce'>;
  readonly now: () => number;
  /** Whether this node does it for all. */
  readonly isChosen: () => Promise<boolean>;
}

const LOOK_EVERY_MS = 1_000;

/** Tells when a pool becomes short of what is asked of it or booked for it, and when no longer. One node does it. */
export function announceShortages(
  keeping: ShortageFinding & { readonly onFailure: (cause: unknown) => void },
): Repeating {
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure: keeping.onFailure }, findShortages(keeping));
}

export function findShortages({ store, knowledge, board, now, isChosen }: ShortageFinding): () => Promise<void> {
  const bookings = watchBookings({ store, knowledge, now, turn });
  const delay = createShortageDelay();

  async function tell(found: FoundShortages): Promise<void> {
    const { poolId } = found.pool;
    for (const shortage of delay.due(found)) await store.write(noteShortage, { poolId, now: now(), ...shortage });
  }

  return async () => {
    if (!(await isChosen())) {
      // Whatever another node looked at, this one has to see for itself when it takes over.
      bookings.clear();
      delay.clear();
      return;
    }
    const pools = await store.read(listPresentPools, undefined);
    await bookings.refresh(pools);
    const told = Map.groupBy(await store.read(listShortages, undefined), ({ poolId }) => poolId);
    const divisions = new Map(board.inForce(now()).map(({ poolId, division }) => [poolId, division]));
    for (const pool of pools) {
      const of = { pool, told: told.get(pool.poolId) ?? [] };
      const division = divisions.get(pool.poolId);
      const asked = division && askedShortage({ ...division, shares: division.shares.values() });
      await tell({ ...of, shortOf: 'asked', at: now(), missing: asked === undefined ? [] : [asked] });
      const booked = bookings.of(pool.poolId);
      if (booked !== undefined) await tell({ ...of, shortOf: 'booked', ...booked });
    }
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
