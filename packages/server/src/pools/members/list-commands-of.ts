import type { SiteId } from '@setpoint/contract';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

// Nothing else bounds what a member can give.
const commandsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('set_command')
    .select(['site_id', 'asset', 'type', 'text', 'client_id'])
    .where('site_id', 'in', listOf(dialect, param('siteIds')))
    .where('asset', 'in', ['grid', 'bess']),
);

/** What is set at the connection points and storages of some sites. */
export async function listCommandsOf(tx: Tx, siteIds: readonly SiteId[]) {
  const rows = siteIds.length === 0 ? [] : await tx.all(commandsOf, { siteIds: JSON.stringify(siteIds) });
  return Map.groupBy(rows, (row) => row.site_id as SiteId);
}
