import { grantRows } from '../access/grants/grant-rows.ts';
import type { PoolId } from '@setpoint/contract';
import { removeBy, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import type { Tx } from '../store/tx.ts';
import { changeMembers } from './steps/change-members.ts';
import { lockPool } from './steps/lock-pool.ts';
import type { Done } from '../trail/deed.ts';
import { recorded } from '../trail/recorded.ts';
import { poolRecord } from './pool-record.ts';

export type RemovePoolOutput = { readonly kind: 'removed' } | { readonly kind: 'pool_missing' };

const markRemoved = updateBy('pool', ['poolId'], ['removedAt']);

const freeSeat = updateBy('pool_seat', ['poolId'], ['givenBackAt']);

const deleteShortages = removeBy('pool_shortage', ['poolId']);

/** Removes a pool: all leave now, and its grants end. Who was a member stays on record. */
export const removePool = defineWrite({
  name: 'removePool',
  record: recorded(poolRecord),
  run: async (tx: Tx, { poolId, now, by }: { poolId: PoolId; now: number } & Done): Promise<RemovePoolOutput> => {
    const pool = await lockPool(tx, poolId);
    if (pool === undefined || pool.isRemoved) return { kind: 'pool_missing' };
    await changeMembers(tx, { poolId, service: pool.service, wanted: new Map(), isWhole: true, now, by });
    await tx.run(grantRows.removeOfPool, { poolId });
    await tx.run(deleteShortages, { poolId });
    await tx.run(freeSeat, { poolId, givenBackAt: now });
    await tx.run(markRemoved, { poolId, removedAt: now });
    return { kind: 'removed' };
  },
});
