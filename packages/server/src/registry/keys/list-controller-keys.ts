import type { SiteId } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { findSite } from '../../access/sites/find-site.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

/** A live key, without what it is. */
export interface StoredKey {
  readonly keyId: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly endsAt: number;
  /** Separated by spaces. */
  readonly thumbprints: string;
}

const keysOfSite = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('controller_key')
    .select(fields('keyId', 'createdAt', 'lastUsedAt', 'endsAt', 'thumbprints'))
    .where('site_id', '=', param('siteId'))
    .where(inForce(dialect, 'ends_at'))
    .orderBy('created_at')
    .orderBy('key_id'),
);

/** The live keys of a site, the oldest first; undefined when there is no such site. */
export async function listControllerKeys(tx: Tx, { siteId }: { siteId: SiteId }): Promise<StoredKey[] | undefined> {
  if ((await findSite(tx, { siteId })) === undefined) return undefined;
  return tx.all(keysOfSite, { siteId });
}
