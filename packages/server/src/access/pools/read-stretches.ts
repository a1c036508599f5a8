import type { PoolId, SiteId } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

/** A stretch of time for which a site is a member of a pool, as it was known from one instant to another. */
export interface KnownStretch {
  readonly siteId: SiteId;
  readonly from: number;
  readonly to: number;
  readonly knownFrom: number;
  readonly knownTo: number;
}

const stretchesOf = statement<{ poolId: string; siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_member')
    .select(fields('siteId', 'knownFrom', 'knownTo'))
    .select(['valid_from as from', 'valid_to as to'])
    .where('pool_id', '=', param('poolId'))
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

export interface StretchesWanted {
  readonly poolId: PoolId;
  readonly siteIds: Iterable<SiteId>;
}

/** When some sites were or are members of a pool, also as it was known before. */
export async function readStretches(tx: Tx, { poolId, siteIds }: StretchesWanted): Promise<KnownStretch[]> {
  const asked = [...new Set(siteIds)];
  if (asked.length === 0) return [];
  const rows = await tx.all(stretchesOf, { poolId, siteIds: JSON.stringify(asked) });
  return rows.map((row) => ({ ...row, siteId: row.siteId as SiteId }));
}
