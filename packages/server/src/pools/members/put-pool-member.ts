import type { PoolId, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { changeMembers, type ChangeMembersOutput } from '../steps/change-members.ts';
import { lockPool } from '../steps/lock-pool.ts';
import type { Done } from '../../trail/deed.ts';
import { recorded } from '../../trail/recorded.ts';
import { poolRecord } from '../pool-record.ts';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';

interface RemovePoolMemberInput {
  readonly poolId: PoolId;
  readonly siteId: SiteId;
  readonly now: number;
}

interface PutPoolMemberInput extends RemovePoolMemberInput {
  readonly membership: Membership;
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

export type RemovePoolMemberOutput =
  | { readonly kind: 'removed' }
  | { readonly kind: 'pool_missing' }
  | { readonly kind: 'member_missing' };

const stretchOf = statement<{ poolId: string; siteId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select('site_id')
    .where('pool_id', '=', param('poolId'))
    .where('site_id', '=', param('siteId'))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('now'))
    .limit(1),
);

/** Ends the membership of a site, now. */
export const removePoolMember = defineWrite({
  name: 'removePoolMember',
  record: recorded(poolRecord),
  run: async (tx: Tx, { poolId, siteId, now, by }: RemovePoolMemberInput & Done): Promise<RemovePoolMemberOutput> => {
    const pool = await lockPool(tx, poolId);
    if (pool === undefined || pool.isRemoved) return { kind: 'pool_missing' };
    if ((await tx.first(stretchOf, { poolId, siteId, now })) === undefined) return { kind: 'member_missing' };
    const wanted = new Map([[siteId, []]]);
    await changeMembers(tx, { poolId, service: pool.service, wanted, isWhole: false, now, by });
    return { kind: 'removed' };
  },
});
