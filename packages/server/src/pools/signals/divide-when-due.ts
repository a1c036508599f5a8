import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolId } from '@setpoint/contract';
import type { EventTail } from '../../events/event-tail.ts';
import { onNews } from '../../events/on-news.ts';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import { divideAgain } from './divide-again.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import type { OrderBoard, PoolInForce } from './order-board.ts';

export interface DividingWhenDue {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: OrderBoard;
  readonly tail: Pick<EventTail, 'news' | 'isStopped'>;
  readonly now: () => number;
  /** Whether this node does it for all. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** What a pool was last divided for. */
interface Divided {
  readonly division: string;
  readonly news: number;
  readonly dueAt: number;
}

const DIVIDE_EVERY_MS = 500;
const RAMP_AGAIN_MS = 1_000;

/**
 * Divides signals again while they hold: after whatever is told in the log, after another pool asked its members for
 * something else, at the end of the last order of a member that fell silent, and while ramps are why something is missing. One node does it for all.
 */
export function divideWhenDue(keeping: DividingWhenDue): Repeating {
  const { tail, onFailure } = keeping;
  const pools = divideDuePools(keeping);
  void onNews(tail, () => pools.hear());
  return repeatEvery({ everyMs: DIVIDE_EVERY_MS, onFailure }, () => pools.atAll());
}

export function divideDuePools({
  store,
  knowledge,
  board,
  now,
  isChosen,
}: Omit<DividingWhenDue, 'tail' | 'onFailure'>) {
  const lasts = new Map<PoolId, Divided>();
  let news = 0;

  async function divide({ poolId, division }: PoolInForce): Promise<void> {
    const at = now();
    const before = lasts.get(poolId);
    const heard = news;
    // What was divided a moment ago is as it should be, unless something was told since.
    if (before?.news === heard) {
      const dueAt = before.division === nameOf(division) ? before.dueAt : firstDue(board, division);
      lasts.set(poolId, { division: nameOf(division), news: heard, dueAt });
      if (at < dueAt) return;
    }
    const divided = await divideAgain({ store, knowledge, turn: nextTurn }, { poolId, now: at });
    if (divided.kind === 'put') board.put(divided.pool, divided.division);
    if (divided.kind === 'busy' || divided.kind === 'over') return;
    const latest = divided.kind === 'put' ? divided.division : division;
    const dueAt = Math.min(divided.nextLeaseEndAt, rampDue(latest, at), othersDue(board, poolId, latest, at));
    lasts.set(poolId, { division: nameOf(latest), news: heard, dueAt });
  }

  return {
    /** Something was told that may concern a member. */
    hear(): void {
      news += 1;
    },
    async atAll(): Promise<void> {
      const pools = board.inForce(now());
      const isMine = pools.length > 0 && (await isChosen());
      // Whatever another node divided, this one has to see for itself when it takes over.
      if (!isMine) return lasts.clear();
      for (const poolId of board.takeCrossed()) lasts.delete(poolId);
      for (const pool of pools) await divide(pool);
    },
  };
}

type Division = PoolInForce['division'];

function nameOf({ sequence, round }: Division): string {
  return `${sequence} ${round}`;
}

/** When the first order ends of those that may still be followed without having been sent again. */
function firstDue(board: OrderBoard, division: Division): number {
  const ends = [...division.shares]
    .filter(([, { follows }]) => follows !== 0)
    // Whoever is held as well has an order for nothing there: when what it follows ends is looked up.
    .flatMap(([siteId, { because }]) =>
      because === 'offline' ? board.of(siteId).map(({ validUntil }) => validUntil) : [division.at],
    );
  return ends.reduce((first, endsAt) => Math.min(first, endsAt), rampDue(division, division.at));
}

/** When members may have come further on their way, where that is why something is missing, or too much. */
function rampDue({ shortfallWatts, surplusWatts, shares }: Division, at: number): number {
  const isInexact = shortfallWatts !== 0 || surplusWatts !== 0;
  const isRamping = [...shares.values()].some(
    ({ because, misses }) => because === 'ramp' && (isInexact || misses !== undefined),
  );
  return isRamping ? at + RAMP_AGAIN_MS : Number.POSITIVE_INFINITY;
}

/** When the first order of another pool ends, which leaves room at a member of this one, or takes it. */
function othersDue(board: OrderBoard, poolId: PoolId, division: Division, at: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const siteId of division.shares.keys()) {
    for (const other of board.of(siteId)) {
      if (other.poolId !== poolId && other.validUntil > at) first = Math.min(first, other.validUntil);
    }
  }
  return first;
}
