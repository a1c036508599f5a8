import type { PoolId, SiteId } from '@setpoint/contract';
import { changeMembership } from '@setpoint/core';
import { NEVER } from '../../store/in-force.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { KNOWN, knownFromRow, writeMemberships } from './write-memberships.ts';

const membershipsOf = statement<{ siteId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select([...KNOWN, 'pool_id as poolId'])
    .where('site_id', '=', param('siteId'))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('now')),
);

/** A site that is removed leaves all pools; one that is added later under its id is a member of none. */
export async function endMemberships(tx: Tx, { siteId, now }: { siteId: SiteId; now: number }): Promise<void> {
  // Lest it joins another meanwhile, or the log has it in a pool that is changed at the same time.
  await lockStoreState(tx);
  const rows = await tx.all(membershipsOf, { siteId, now });
  for (const [poolId, stretches] of Map.groupBy(rows, (row) => row.poolId as PoolId)) {
    await writeMemberships(tx, { poolId, siteId, now, ...changeMembership(stretches.map(knownFromRow), [], now) });
  }
}
