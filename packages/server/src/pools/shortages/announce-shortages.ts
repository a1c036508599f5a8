import { askedShortage } from '@setpoint/core';
import type { EventTail } from '../../events/event-tail.ts';
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

interface ShortageKeeping extends ShortageFinding {
  readonly tail: Pick<EventTail, 'told'>;
  readonly onFailure: (cause: unknown) => void;
}

const LOOK_EVERY_MS = 1_000;
// While there are no pools, and nobody told of a write, only what nobody told of can have made one.
const LOOK_WITHOUT_POOLS_EVERY_MS = 10_000;

/** Tells when a pool becomes short of what is asked of it or booked for it, and when no longer. One node does it. */
export function announceShortages({ tail, onFailure, ...finding }: ShortageKeeping): Repeating {
  const find = findShortages(finding);
  let none: { readonly told: number; readonly seenAt: number } | undefined;
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure }, async () => {
    const [told, at] = [tail.told(), performance.now()];
    if (none?.told === told && at - none.seenAt < LOOK_WITHOUT_POOLS_EVERY_MS) return;
    none = undefined;
    if ((await find()) === 'no pools') none = { told, seenAt: at };
  });
}

type Found = 'no pools' | 'looked' | 'not chosen';

export function findShortages({ store, knowledge, board, now, isChosen }: ShortageFinding): () => Promise<Found> {
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
      return 'not chosen';
    }
    const pools = await store.read(listPresentPools, undefined);
    if (pools.length === 0) {
      bookings.clear();
      delay.clear();
      return 'no pools';
    }
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
    return 'looked';
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
