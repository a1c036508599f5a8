import type { PoolId, SiteId } from '@setpoint/contract';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const membersAt = statement<{ poolId: string; at: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('site', 'site.site_id', 'pool_member.site_id')
    .select('pool_member.site_id')
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_from', '<=', param('at'))
    .where('valid_to', '>', param('at'))
    .orderBy('pool_member.site_id'),
);

/** The sites that are members of a pool at an instant, sorted by their ids. */
export async function listMemberIds(tx: Tx, pool: { readonly poolId: PoolId; readonly at: number }): Promise<SiteId[]> {
  return (await tx.all(membersAt, { ...pool })).map((row) => row.site_id as SiteId);
}
