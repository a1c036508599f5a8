import type { SiteId } from '@setpoint/contract';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A live key, without what it is. */
export interface StoredKey {
  readonly keyId: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly endsAt: number;
}

const siteNameOf = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_name').where('site_id', '=', param('siteId')),
);

const keysOfSite = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('controller_key')
    .select(['key_id', 'created_at', 'last_used_at', 'ends_at'])
    .where('site_id', '=', param('siteId'))
    .where(inForce(dialect, 'ends_at'))
    .orderBy('created_at')
    .orderBy('key_id'),
);

/** The live keys of a site, the oldest first; undefined when there is no such site. */
export async function listControllerKeys(tx: Tx, { siteId }: { siteId: SiteId }): Promise<StoredKey[] | undefined> {
  if ((await tx.first(siteNameOf, { siteId })) === undefined) return undefined;
  const rows = await tx.all(keysOfSite, { siteId });
  return rows.map((row) => ({
    keyId: row.key_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    endsAt: row.ends_at,
  }));
}
