import type { MemberNow } from '@setpoint/core';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { lastOrders } from '../signals/last-orders.ts';
import type { PresentPool } from '../shortages/list-present-pools.ts';
import type { MemberKnowledge } from './member-knowledge.ts';

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
    return knowledge.read(tx, { poolId, service, at, orders, storages: true });
  };
  let found = await store.read(read, undefined);
  while (found.kind === 'unknown') {
    await knowledge.learn(poolId, found.rows, turn);
    found = await store.read(read, undefined);
  }
  return found.members;
}
