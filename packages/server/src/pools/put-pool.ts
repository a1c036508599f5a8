import { LIMITS, type PoolId, type PoolServiceName, type PoolSplitName, type SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { put, removeBy, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { changeMembers, type ChangeMembersOutput } from './steps/change-members.ts';
import { lockPool } from './steps/lock-pool.ts';
import type { Done } from '../trail/deed.ts';
import { recorded } from '../trail/recorded.ts';
import { poolRecord } from './pool-record.ts';
import { grantRows } from '../access/grants/grant-rows.ts';

export interface PutPoolInput {
  readonly poolId: PoolId;
  readonly poolName: string;
  readonly service: PoolServiceName;
  readonly split: PoolSplitName;
  readonly enduranceMinutes: number;
  /** All members from now on; left out, they stay as they are. */
  readonly members?: ReadonlyMap<SiteId, readonly Membership[]>;
  readonly now: number;
}

export type PutPoolOutput =
  | ChangeMembersOutput
  | { readonly kind: 'service_differs'; readonly service: PoolServiceName }
  | { readonly kind: 'too_many_pools' };

const upsertPool = put('pool', {
  key: ['poolId'],
  set: ['poolName', 'split', 'enduranceMinutes'],
  once: ['service', 'createdAt'],
  always: { removedAt: null },
});

const countPools = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('pool')
    .select(({ fn }) => fn.countAll<number>().as('pools'))
    .where('removed_at', 'is', null),
);

/** Adds a pool or changes it. Where its members cannot be as wanted, nothing is changed. */
export const putPool = defineWrite({
  name: 'putPool',
  weight: ({ members }) => Math.max(1, members?.size ?? 1),
  record: recorded(poolRecord),
  run: async (tx: Tx, { members, by, ...pool }: PutPoolInput & Done): Promise<PutPoolOutput> => {
    const { poolId, service, now } = pool;
    const before = await lockPool(tx, poolId);
    if (before !== undefined && before.service !== service) return { kind: 'service_differs', service: before.service };
    const isNew = before === undefined || before.isRemoved;
    if (isNew && ((await tx.first(countPools, {}))?.pools ?? 0) >= LIMITS.maxPools) return { kind: 'too_many_pools' };
    // A member needs its pool; what is refused rolls nothing back, so it is asked before anything is written.
    const write = () => tx.run(upsertPool, { ...pool, createdAt: now });
    if (members === undefined) {
      await write();
      return { kind: 'changed' };
    }
    return changeMembers(tx, { poolId, service, wanted: members, isWhole: true, now, by, before: write });
  },
});

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
