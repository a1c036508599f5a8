import type { PoolId, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { changeMembers, type ChangeMembersOutput } from '../steps/change-members.ts';
import { lockPool } from '../steps/lock-pool.ts';
import type { Done } from '../../trail/deed.ts';
import { recorded } from '../../trail/recorded.ts';
import { poolRecord } from '../pool-record.ts';

export interface PutPoolMemberInput {
  readonly poolId: PoolId;
  readonly siteId: SiteId;
  readonly membership: Membership;
  readonly now: number;
}

export type PutPoolMemberOutput = ChangeMembersOutput | { readonly kind: 'pool_missing' };

/** Makes a site a member, or changes since when, until when and as what it is one. */
export const putPoolMember = defineWrite({
  name: 'putPoolMember',
  record: recorded(poolRecord),
  run: async (
    tx: Tx,
    { poolId, siteId, membership, now, by }: PutPoolMemberInput & Done,
  ): Promise<PutPoolMemberOutput> => {
    const pool = await lockPool(tx, poolId);
    if (pool === undefined || pool.isRemoved) return { kind: 'pool_missing' };
    const wanted = new Map([[siteId, [membership]]]);
    return changeMembers(tx, { poolId, service: pool.service, wanted, isWhole: false, now, by });
  },
});
