import type { ClientId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { isClientEnabled } from '../../identity/is-client-enabled.ts';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { isVisible } from './is-visible.ts';

const visibleOf = statement<{ clientId: string; siteIds: string }>()(({ db, dialect, param }) => {
  const siteId = sql<SiteId>`asked.${sql.ref(dialect === 'sqlite' ? 'value' : 'jsonb_array_elements_text')}`;
  return db
    .selectFrom(listOf(dialect, param('siteIds')).as('asked'))
    .select(siteId.as('site_id'))
    .where(isVisible(dialect, siteId, param('clientId')));
});

export interface SightOfSites {
  readonly clientId: ClientId;
  readonly siteIds: Iterable<SiteId>;
}

/** Those of some sites that a client can see now; undefined when it is shut out altogether. */
export async function listVisibleSites(
  tx: Tx,
  { clientId, siteIds }: SightOfSites,
): Promise<ReadonlySet<SiteId> | undefined> {
  if (!(await isClientEnabled(tx, { clientId }))) return undefined;
  const asked = new Set(siteIds);
  if (asked.size === 0) return asked;
  const rows = await tx.all(visibleOf, { clientId, siteIds: JSON.stringify([...asked]) });
  return new Set(rows.map(({ site_id: siteId }) => siteId));
}
