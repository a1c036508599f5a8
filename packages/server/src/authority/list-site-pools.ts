import type { PoolId, PoolSeat, SiteId } from '@setpoint/contract';
import { isMembershipNow } from '../access/pools/is-membership-now.ts';
import { poolRecord } from '../pools/pool-record.ts';
import { readSeat, seatAnswer } from '../pools/seats/read-seat.ts';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { findGiverOf, type Given } from './find-givers.ts';

/** A pool that a site is a member of now. */
interface SitePool extends Pick<Given, 'givenBy'> {
  readonly poolId: PoolId;
  readonly poolName: string;
  readonly validFrom: number;
  readonly validTo: number;
  readonly seat: PoolSeat | null;
}

const poolsWith = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('pool', 'pool.pool_id', 'pool_member.pool_id')
    .select(fields('pool.poolId', 'poolName', 'validFrom', 'validTo'))
    .where('pool_member.site_id', '=', param('siteId'))
    .where('removed_at', 'is', null)
    .where(isMembershipNow(dialect))
    .orderBy('pool_name')
    .orderBy('pool.pool_id'),
);

/** The pools that a site is a member of now, with who has the seat of each. */
export async function listSitePools(
  tx: Tx,
  { siteId, now }: { readonly siteId: SiteId; readonly now: number },
): Promise<SitePool[]> {
  const pools: SitePool[] = [];
  for (const row of await tx.all(poolsWith, { siteId })) {
    const poolId = row.poolId as PoolId;
    const member = { list: 'members', key: 'siteId', id: siteId };
    const { givenBy } = await findGiverOf(tx, { subject: poolRecord.subject({ poolId }), ...member });
    pools.push({ ...row, poolId, givenBy, seat: seatAnswer(await readSeat(tx, { poolId }), now) });
  }
  return pools;
}
