import type { PoolId, SiteId } from '@setpoint/contract';
import { type DeviationChange, type KnownFollowing, nextDeviation, type Tolerance } from '@setpoint/core';
import { forSomeSites } from '../../platform/loops/for-some-sites.ts';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import { divideAgain } from '../signals/divide-again.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import type { OrderBoard, PoolInForce } from '../signals/order-board.ts';
import { judgeMember } from './judge-member.ts';
import { createRecentSchedules } from './recent-schedules.ts';

interface DeviationFinding {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: Pick<OrderBoard, 'inForce' | 'put' | 'since'>;
  readonly now: () => number;
  /** Whether this node does it for all. */
  readonly isChosen: () => Promise<boolean>;
  readonly offlineAfterMs: number;
  readonly tolerance: Tolerance;
}

const LOOK_EVERY_MS = 1_000;
const MEMBERS_AT_ONCE = 8;
// Judging is work of this thread, which has requests to answer: in a large pool the members have their turns.
const LOOK_MOST_MS = 25;

/** Finds out which members do not follow their orders, and divides their signals again. One node does it for all. */
export function watchDeviations(
  keeping: DeviationFinding & { readonly onFailure: (cause: unknown) => void },
): Repeating {
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure: keeping.onFailure }, findDeviations(keeping));
}

type Changes = Map<PoolInForce, Map<SiteId, DeviationChange>>;

export function findDeviations(finding: DeviationFinding): () => Promise<void> {
  const { store, knowledge, board, now, isChosen } = finding;
  const schedules = createRecentSchedules();
  let known = new Map<string, KnownFollowing>();
  let turnOf = 0;

  async function look({ pool, siteId }: Member, changes: Changes): Promise<void> {
    const seen = await judgeMember({ ...finding, schedules }, { pool, siteId });
    turnOf += 1;
    if (seen === undefined) return;
    const key = `${pool.poolId} ${siteId}`;
    const next = nextDeviation(known.get(key), seen);
    known.set(key, next.known);
    if (next.change === undefined) return;
    changes.set(pool, (changes.get(pool) ?? new Map()).set(siteId, next.change));
  }

  async function divide({ poolId }: PoolInForce, seen: ReadonlyMap<SiteId, DeviationChange>): Promise<void> {
    const divided = await divideAgain({ store, knowledge, turn }, { poolId, now: now(), seen });
    if (divided.kind === 'put') board.put(divided.pool, divided.division);
  }

  return async () => {
    const pools = board.inForce(now());
    const members = pools.flatMap(membersToJudge);
    if (members.length === 0 || !(await isChosen())) {
      known.clear();
      schedules.clear();
      return;
    }
    known = knownStill(known, members);
    const first = turnOf % members.length;
    const turns = [...members.slice(first), ...members.slice(0, first)];
    const changes: Changes = new Map();
    await forSomeSites({ turns, atOnce: MEMBERS_AT_ONCE, mostMs: LOOK_MOST_MS }, (member) => look(member, changes));
    for (const [pool, seen] of changes) await divide(pool, seen);
  };
}

interface Member {
  readonly pool: PoolInForce;
  readonly siteId: SiteId;
}

/** Those that are ordered something; whoever cannot take part is known not to follow. */
function membersToJudge(pool: PoolInForce): Member[] {
  return [...pool.division.shares].flatMap(([siteId, { watts, because }]) =>
    watts !== 0 || because === 'deviating' ? [{ pool, siteId }] : [],
  );
}

function knownStill(known: ReadonlyMap<string, KnownFollowing>, members: readonly Member[]) {
  const keys = members.map(({ pool: { poolId }, siteId }) => `${poolId satisfies PoolId} ${siteId}`);
  return new Map(
    keys.flatMap((key) => {
      const one = known.get(key);
      return one === undefined ? [] : [[key, one] as const];
    }),
  );
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
