import type { ClientId, PoolId } from '@setpoint/contract';
import { findClient } from '../../identity/find-client.ts';
import { put } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { NEVER } from '../../store/in-force.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import type { Tx } from '../../store/tx.ts';
import { recorded } from '../../trail/recorded.ts';
import { findPool } from '../pools/find-pool.ts';
import { grantRecord } from './grant-record.ts';

export interface PutPoolGrantInput {
  readonly clientId: ClientId;
  readonly poolId: PoolId;
  readonly canSchedule: boolean;
  /** From then on it is as if it had been removed; left out, it never ends. */
  readonly endsAt?: number;
}

export type PutPoolGrantOutput =
  | { readonly kind: 'granted' }
  | { readonly kind: 'client_missing' }
  | { readonly kind: 'pool_missing' };

const upsertGrant = put('pool_grant', { key: ['clientId', 'poolId'], set: ['canSchedule', 'endsAt'] });

/** Sets what a client may do with a pool, and with the sites that are its members at the time. */
export const putPoolGrant = defineWrite({
  name: 'putPoolGrant',
  record: recorded(grantRecord.ofPool),
  run: async (
    tx: Tx,
    { clientId, poolId, canSchedule, endsAt = NEVER }: PutPoolGrantInput,
  ): Promise<PutPoolGrantOutput> => {
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    // Lest the pool is removed meanwhile, and the grants of it but for this one.
    await lockStoreState(tx);
    if ((await findPool(tx, { poolId })) === undefined) return { kind: 'pool_missing' };
    await tx.run(upsertGrant, { clientId, poolId, canSchedule: canSchedule ? 1 : 0, endsAt });
    return { kind: 'granted' };
  },
});
