import type { SiteId } from '@setpoint/contract';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const assetsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_state')
    .select(['site_id', 'assets'])
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

/** What some sites reported of their devices last, as texts. */
export async function listAssetsOf(tx: Tx, siteIds: readonly SiteId[]): Promise<ReadonlyMap<SiteId, string | null>> {
  const rows = siteIds.length === 0 ? [] : await tx.all(assetsOf, { siteIds: JSON.stringify(siteIds) });
  return new Map(rows.map(({ site_id: siteId, assets }) => [siteId as SiteId, assets]));
}
