import type { PoolId, SiteId } from '@setpoint/contract';
import type { Window } from '@setpoint/core';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

// As its rosters were, whatever is known of its memberships now.
const membersBetween = statement<{ poolId: string; fromMs: number; toMs: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select('site_id')
    .distinct()
    .where('pool_id', '=', param('poolId'))
    .where('valid_from', '<', param('toMs'))
    .where('valid_to', '>', param('fromMs'))
    .orderBy('site_id'),
);

/** The sites that were members of a pool at any time of a window, also those that were removed since. */
export async function listMembersBetween(tx: Tx, wanted: { readonly poolId: PoolId } & Window): Promise<SiteId[]> {
  return (await tx.all(membersBetween, { ...wanted })).map((row) => row.site_id as SiteId);
}
