import type { PoolId } from '@setpoint/contract';
import type { EventTail } from '../../events/event-tail.ts';
import { onNews } from '../../events/on-news.ts';
import { repeatEvery, type Repeating } from '../../platform/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import { divideAgain } from './divide-again.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import type { OrderBoard } from './order-board.ts';

export interface KeepingDivided {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: OrderBoard;
  readonly tail: Pick<EventTail, 'news' | 'isStopped'>;
  readonly now: () => number;
  /** Whether this node does it for all. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** What a pool was looked at for last. */
interface Looked {
  readonly tick: string;
  readonly news: number;
  readonly dueAt: number;
}

const LOOK_EVERY_MS = 500;
const RAMP_AGAIN_MS = 1_000;

/**
 * Divides signals again while they hold: after whatever is told in the log, at the end of the last order of a member
 * that fell silent, and while ramps are why something is missing. One node does it for all.
 */
export function keepDivided(keeping: KeepingDivided): Repeating {
  const { tail, onFailure } = keeping;
  const look = lookAtPools(keeping);
  void onNews(tail, () => look.hear());
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure }, () => look.atAll());
}

export function lookAtPools({ store, knowledge, board, now, isChosen }: Omit<KeepingDivided, 'tail' | 'onFailure'>) {
  const looked = new Map<PoolId, Looked>();
  let news = 0;

  async function lookAt({ poolId, tick }: PoolInForce): Promise<void> {
    const at = now();
    const before = looked.get(poolId);
    const heard = news;
    // What was divided a moment ago is as it should be, unless something was told since.
    if (before?.news === heard) {
      const dueAt = before.tick === nameOf(tick) ? before.dueAt : firstDue(board, tick);
      looked.set(poolId, { tick: nameOf(tick), news: heard, dueAt });
      if (at < dueAt) return;
    }
    const divided = await divideAgain({ store, knowledge, turn }, { poolId, now: at });
    if (divided.kind === 'put') board.put(divided.pool, divided.tick);
    if (divided.kind === 'busy' || divided.kind === 'over') return;
    const latest = divided.kind === 'put' ? divided.tick : tick;
    const dueAt = Math.min(divided.nextLeaseEndAt, rampDue(latest, at));
    looked.set(poolId, { tick: nameOf(latest), news: heard, dueAt });
  }

  return {
    /** Something was told that may concern a member. */
    hear(): void {
      news += 1;
    },
    async atAll(): Promise<void> {
      const pools = board.inForce(now());
      const isMine = pools.length > 0 && (await isChosen());
      // Whatever another node looked at, this one has to see for itself when it takes over.
      if (!isMine) return looked.clear();
      for (const pool of pools) await lookAt(pool);
    },
  };
}

type PoolInForce = ReturnType<OrderBoard['inForce']>[number];
type Tick = PoolInForce['tick'];

function nameOf({ sequence, round }: Tick): string {
  return `${sequence} ${round}`;
}

/** When the first order ends of those that may still be followed without having been sent again. */
function firstDue(board: OrderBoard, tick: Tick): number {
  const ends = [...tick.shares]
    .filter(([, { follows }]) => follows !== 0)
    .flatMap(([siteId]) => board.of(siteId).map(({ validUntil }) => validUntil));
  return ends.reduce((first, endsAt) => Math.min(first, endsAt), rampDue(tick, tick.at));
}

/** When members may have come further on their way, where that is why something is missing. */
function rampDue({ shortfallWatts, shares }: Tick, at: number): number {
  const isRamping = shortfallWatts !== 0 && [...shares.values()].some(({ because }) => because === 'ramp');
  return isRamping ? at + RAMP_AGAIN_MS : Number.POSITIVE_INFINITY;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
