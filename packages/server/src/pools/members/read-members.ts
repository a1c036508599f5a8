import type { MemberNow } from '@setpoint/core';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { lastOrders } from '../signals/last-orders.ts';
import type { PresentPool } from '../shortages/list-present-pools.ts';
import type { MemberKnowledge } from './member-knowledge.ts';
import type { PoolId } from '@setpoint/contract';
import { readPoolSettings } from '../signals/divide-watts.ts';

export interface MembersReading {
  readonly store: Pick<Store, 'read'>;
  readonly knowledge: MemberKnowledge;
  /** Lets others go first, while much is learned. */
  readonly turn: () => Promise<void>;
}

/** The members of a pool with what each could do at an instant. */
export async function readMembers(
  { store, knowledge, turn }: MembersReading,
  { poolId, service }: PresentPool,
  at: number,
): Promise<readonly MemberNow[]> {
  const read = async (tx: Tx) => {
    const { orders } = await lastOrders(tx, { poolId, at });
    return knowledge.read(tx, { poolId, service, at, orders });
  };
  let found = await store.read(read, undefined);
  while (found.kind === 'unknown') {
    await knowledge.learn(poolId, found.rows, turn);
    found = await store.read(read, undefined);
  }
  return found.members;
}

interface LearningAhead extends MembersReading {
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
}

const EVERY_MS = 60_000;

/**
 * Learns now and then of the members of a pool that another node is asked for: when this one has to go on, there are
 * some seconds of schedules less to read.
 */
export function learnAhead({
  store,
  knowledge,
  turn,
  now,
  onFailure,
}: LearningAhead): (poolId: PoolId) => Promise<void> {
  const learnedAt = new Map<PoolId, number>();
  async function learn(poolId: PoolId): Promise<void> {
    const pool = await store.read(readPoolSettings, { poolId });
    if (pool === undefined) learnedAt.delete(poolId);
    else await readMembers({ store, knowledge, turn }, pool, now());
  }
  return async (poolId) => {
    if (Math.abs(now() - (learnedAt.get(poolId) ?? Number.NEGATIVE_INFINITY)) < EVERY_MS) return;
    learnedAt.set(poolId, now());
    await learn(poolId).catch(onFailure);
  };
}
