import { askedShortage } from '@setpoint/core';
import { repeatEvery, type Repeating } from '../../platform/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import { listPresentPools } from './list-present-pools.ts';
import { listShortages } from './list-shortages.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { noteShortage } from './note-shortage.ts';
import type { OrderBoard } from '../signals/order-board.ts';
import { createShortageSettling, type FoundShortages } from './shortage-settling.ts';
import { watchBookings } from '../availability/watch-bookings.ts';

interface LookingForShortages {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: Pick<OrderBoard, 'inForce'>;
  readonly now: () => number;
  /** Whether this node does it for all. */
  readonly isChosen: () => Promise<boolean>;
}

const LOOK_EVERY_MS = 1_000;

/** Tells when a pool becomes short of what is asked of it or booked for it, and when no longer. One node does it. */
export function keepShortagesTold(
  keeping: LookingForShortages & { readonly onFailure: (cause: unknown) => void },
): Repeating {
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure: keeping.onFailure }, lookForShortages(keeping));
}

export function lookForShortages({ store, knowledge, board, now, isChosen }: LookingForShortages): () => Promise<void> {
  const bookings = watchBookings({ store, knowledge, now, turn });
  const settling = createShortageSettling();

  async function tell(found: FoundShortages): Promise<void> {
    const { poolId } = found.pool;
    for (const settled of settling.settle(found)) await store.write(noteShortage, { poolId, now: now(), ...settled });
  }

  return async () => {
    if (!(await isChosen())) {
      // Whatever another node looked at, this one has to see for itself when it takes over.
      bookings.clear();
      settling.clear();
      return;
    }
    const pools = await store.read(listPresentPools, undefined);
    await bookings.look(pools);
    const told = Map.groupBy(await store.read(listShortages, undefined), ({ poolId }) => poolId);
    const ticks = new Map(board.inForce(now()).map(({ poolId, tick }) => [poolId, tick]));
    for (const pool of pools) {
      const of = { pool, told: told.get(pool.poolId) ?? [] };
      const tick = ticks.get(pool.poolId);
      const asked = tick && askedShortage({ ...tick, shares: tick.shares.values() });
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
