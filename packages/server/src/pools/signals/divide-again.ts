import type { PoolId } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type DividingPool, divideWatts } from './divide-watts.ts';
import { goesOnAsBefore } from './goes-on-as-before.ts';
import { lastOrders } from './last-orders.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { packDivision, divisionOf } from './pack-division.ts';
import { putDivision } from './put-division.ts';
import { readPoolSettings } from '../read-pool-settings.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';

export type DividedAgain =
  | {
      readonly kind: 'put';
      readonly pool: DividingPool;
      readonly division: StoredDivision;
      readonly nextLeaseEndAt: number;
    }
  | { readonly kind: 'same'; readonly nextLeaseEndAt: number }
  /** What it was asked for has ended. */
  | { readonly kind: 'over' }
  /** Other nodes ask it for something all the time. */
  | { readonly kind: 'busy' };

interface Dividing {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  /** Lets others go first, while much is learned. */
  readonly turn: () => Promise<void>;
}

const TRIES = 3;

/** Divides the signal in force anew among those who can follow it now; writes nothing where that changes nothing. */
export async function divideAgain(
  { store, knowledge, turn }: Dividing,
  { poolId, now }: { readonly poolId: PoolId; readonly now: number },
): Promise<DividedAgain> {
  const decide = (tx: Tx) => decideOn(tx, { poolId, now, knowledge });
  for (let tried = 0; tried < TRIES; tried += 1) {
    const decided = await store.read(decide, undefined);
    if (decided.kind === 'unknown') {
      await knowledge.learn(poolId, decided.rows, turn);
      continue;
    }
    if (decided.kind !== 'divided') return decided;
    const { division, pool, nextLeaseEndAt } = decided;
    if ((await store.write(putDivision, packDivision(division))).kind === 'overtaken') continue;
    return { kind: 'put', pool, division: divisionOf(division), nextLeaseEndAt };
  }
  return { kind: 'busy' };
}

interface Deciding {
  readonly poolId: PoolId;
  readonly now: number;
  readonly knowledge: MemberKnowledge;
}

async function decideOn(tx: Tx, { poolId, now, knowledge }: Deciding) {
  const pool = await readPoolSettings(tx, { poolId });
  const known = await lastOrders(tx, { poolId, at: now });
  const { division: last } = known;
  if (pool === undefined || last === undefined || last.validUntil <= now) return { kind: 'over' } as const;
  // A signal may be of an instant that is a little ahead.
  const at = Math.max(now, last.at);
  const divided = await divideWatts(tx, { pool, knowledge, at, watts: last.watts, ...known });
  if (divided.kind === 'unknown') return divided;
  const { siteIds, allocation, nextLeaseEndAt } = divided;
  if (goesOnAsBefore(last, allocation)) return { kind: 'same', nextLeaseEndAt } as const;
  const { sequence, sent, holding, round, validUntil, watts, actor } = last;
  const after = { sequence, round };
  const again = { poolId, sequence, sent, holding, round: round + 1, at, validUntil, watts, actor, after };
  return { kind: 'divided', pool, division: { ...again, siteIds, allocation }, nextLeaseEndAt } as const;
}
