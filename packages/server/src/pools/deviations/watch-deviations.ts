import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolId, SiteId } from '@setpoint/contract';
import {
  type DeviationChange,
  hiddenMisses,
  type JudgedOrder,
  type KnownFollowing,
  type MemberMissing,
  nextDeviation,
  type PackedShare,
  type Tolerance,
  WATTS_PER_KW,
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

interface KnownMember extends KnownFollowing {
  /** Undefined where it counts as deviating already, or too little is known. */
  readonly missing: MemberMissing | undefined;
  readonly suppliedKw: number | null;
}

/** What is known of the members of a pool that report to this node. */
interface KnownPool {
  readonly members: Map<SiteId, KnownMember>;
  changes: Map<SiteId, DeviationChange>;
  /** When their sum was looked at last, and whether it was then away from what was asked. */
  looked: { readonly at: number; readonly isAway: boolean };
}

const SUM_EVERY_MS = 20_000;
// A member that reports every 30 s may miss one report.
const KNOWN_MS = 60_000;

export function createDeviations({ store, knowledge, board, now, tolerance }: DeviationFinding): Deviations {
  const known = new Map<PoolId, KnownPool>();
  return {
    see(siteId, ordered) {
      for (const { poolId, watts: orderWatts, judged } of ordered) {
        const inForce = board.inForce(now()).find((one) => one.poolId === poolId);
        if (inForce === undefined) continue;
        const pool = known.get(poolId) ?? knownFrom(now());
        known.set(poolId, pool);
        const countedWatts = countedOf(inForce.division.shares.get(siteId));
        const seen = { now: now(), reportedAt: now(), judged, orderWatts, countedWatts, tolerance };
        const next = nextDeviation(pool.members.get(siteId), seen);
        const { missed, suppliedKw } = judged;
        const isJudged = countedWatts === undefined && missed !== null;
        const missing = isJudged ? { siteId, missedKw: missed.kW, ...missed } : undefined;
        pool.members.set(siteId, { ...next.known, missing, suppliedKw });
        if (next.change !== undefined) pool.changes.set(siteId, next.change);
      }
    },
    async divide() {
      const inForce = new Set(board.inForce(now()).map(({ poolId }) => poolId));
      for (const [poolId, pool] of known) {
        if (!inForce.has(poolId)) {
          known.delete(poolId);
          continue;
        }
        lookAtSum(pool, now(), tolerance);
        const seen = pool.changes;
        pool.changes = new Map();
        if (seen.size === 0) continue;
        const divided = await divideAgain({ store, knowledge, turn: nextTurn }, { poolId, now: now(), seen });
        if (divided.kind === 'put') board.put(divided.pool, divided.division);
      }
    },
  };
}

function knownFrom(now: number): KnownPool {
  return { members: new Map(), changes: new Map(), looked: { at: now, isAway: false } };
}

/** Small members hide what they do not give; two looks in a row at their sum show it. */
function lookAtSum(pool: KnownPool, now: number, tolerance: Tolerance): void {
  if (now - pool.looked.at < SUM_EVERY_MS) return;
  const late = [...pool.members.values()].filter(({ reportedAt }) => reportedAt > now - KNOWN_MS);
  const missing = late.flatMap((member) => member.missing ?? []);
  const found = hiddenMisses(missing, tolerance);
  for (const { siteId } of pool.looked.isAway ? found : []) {
    const suppliesWatts = Math.round((pool.members.get(siteId)?.suppliedKw ?? 0) * WATTS_PER_KW);
    pool.changes.set(siteId, { kind: 'began', suppliesWatts });
  }
  pool.looked = { at: now, isAway: found.length > 0 };
}

const DIVIDE_EVERY_MS = 1_000;

export function watchDeviations(deviations: Deviations, onFailure: (cause: unknown) => void): Repeating {
  return repeatEvery({ everyMs: DIVIDE_EVERY_MS, onFailure }, () => deviations.divide());
}

function countedOf(share: PackedShare | undefined): number | undefined {
  return share?.because === 'deviating' ? share.watts - (share.misses ?? 0) : undefined;
}
