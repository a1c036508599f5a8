import type { PoolId, SiteId } from '@setpoint/contract';
import {
  type DeviationChange,
  type JudgedOrder,
  type KnownFollowing,
  nextDeviation,
  type PackedShare,
  type Tolerance,
} from '@setpoint/core';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { divideAgain } from '../signals/divide-again.ts';
import type { OrderBoard } from '../signals/order-board.ts';

interface DeviationFinding {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: Pick<OrderBoard, 'inForce' | 'put'>;
  readonly now: () => number;
  readonly tolerance: Tolerance;
}

/** Finds out by their reports which members do not follow their orders, and divides their signals again. */
export interface Deviations {
  /** A member reported to this node. */
  see(siteId: SiteId, ordered: readonly JudgedOrder[]): void;
  /** Divides the signals of whose members something else was seen. */
  divide(): Promise<void>;
}

export function createDeviations({ store, knowledge, board, now, tolerance }: DeviationFinding): Deviations {
  const known = new Map<PoolId, Map<SiteId, KnownFollowing>>();
  let changes = new Map<PoolId, Map<SiteId, DeviationChange>>();
  return {
    see(siteId, ordered) {
      for (const { poolId, watts: orderWatts, judged } of ordered) {
        const pool = board.inForce(now()).find((one) => one.poolId === poolId);
        if (pool === undefined) continue;
        const members = known.get(poolId) ?? new Map<SiteId, KnownFollowing>();
        const countedWatts = countedOf(pool.division.shares.get(siteId));
        const seen = { now: now(), reportedAt: now(), judged, orderWatts, countedWatts, tolerance };
        const next = nextDeviation(members.get(siteId), seen);
        known.set(poolId, members.set(siteId, next.known));
        if (next.change === undefined) continue;
        changes.set(poolId, (changes.get(poolId) ?? new Map()).set(siteId, next.change));
      }
    },
    async divide() {
      const inForce = new Set(board.inForce(now()).map(({ poolId }) => poolId));
      for (const poolId of known.keys()) if (!inForce.has(poolId)) known.delete(poolId);
      const those = changes;
      changes = new Map();
      for (const [poolId, seen] of those) {
        const divided = await divideAgain({ store, knowledge, turn }, { poolId, now: now(), seen });
        if (divided.kind === 'put') board.put(divided.pool, divided.division);
      }
    },
  };
}

const DIVIDE_EVERY_MS = 1_000;

export function watchDeviations(deviations: Deviations, onFailure: (cause: unknown) => void): Repeating {
  return repeatEvery({ everyMs: DIVIDE_EVERY_MS, onFailure }, () => deviations.divide());
}

function countedOf(share: PackedShare | undefined): number | undefined {
  return share?.because === 'deviating' ? share.watts - (share.misses ?? 0) : undefined;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
