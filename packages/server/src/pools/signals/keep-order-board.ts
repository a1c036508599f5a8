import { LIMITS, type PoolId } from '@setpoint/contract';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import type { SiteSignals } from '../../platform/site-signals.ts';
import type { OrderBoard } from './order-board.ts';

interface BoardKeeping {
  readonly board: OrderBoard;
  readonly signals: Pick<SiteSignals, 'listenToPools'>;
  /** Whether there may be other nodes, which write orders too. */
  readonly hasOthers: boolean;
  readonly now: () => number;
  /** Told of each pool that another node is asked for. */
  readonly learn: (poolId: PoolId) => Promise<void>;
  readonly onFailure: (cause: unknown) => void;
}

// What another node said may be lost.
const LOOK_EVERY_MS = 2_000;
const LOOKED_BACK_MS = 30_000;
const LONGEST_MS = (LIMITS.maxSignalSeconds + LIMITS.maxSignalAgeSeconds) * 1_000;

/** Keeps the orders of this node as the store has them, whichever node wrote them there. */
export function keepOrderBoard({ board, signals, hasOthers, now, learn, onFailure }: BoardKeeping): Repeating {
  let isComplete = false;
  async function lookBack(): Promise<void> {
    if (isComplete && !hasOthers) return;
    await board.refresh({ since: now() - (isComplete ? LOOKED_BACK_MS : LONGEST_MS) });
    isComplete = true;
  }
  signals.listenToPools((poolId) => {
    if (poolId === undefined) isComplete = false;
    board.refresh(poolId === undefined ? { since: now() - LONGEST_MS } : { poolId }).catch(onFailure);
    if (poolId !== undefined) void learn(poolId);
  });
  lookBack().catch(onFailure);
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure }, lookBack);
}
