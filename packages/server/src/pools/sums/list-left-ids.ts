import { LIMITS, type PoolId, type SiteId } from '@setpoint/contract';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const leftSince = statement<{ poolId: string; since: number; at: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('site', 'site.site_id', 'pool_member.site_id')
    .select('pool_member.site_id')
    .distinct()
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('since'))
    .where('valid_to', '<=', param('at')),
);

// No order lasts longer.
const LONGEST_MS = (LIMITS.maxSignalSeconds + LIMITS.maxSignalAgeSeconds) * 1_000;

/** The sites of which a membership ended so short a while ago that an order of it may go on. */
export async function listLeftIds(tx: Tx, { poolId, at }: { readonly poolId: PoolId; readonly at: number }) {
  const rows = await tx.all(leftSince, { poolId, since: at - LONGEST_MS, at });
  return rows.map((row) => row.site_id as SiteId);
}
