import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { findSite } from '../../access/sites/find-site.ts';
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

const keysOfSite = readBy('controller_key', { key: ['siteId'], until: 'endsAt', by: ['createdAt', 'keyId'] }, [
  'keyId',
  'createdAt',
  'lastUsedAt',
  'endsAt',
  'thumbprints',
]);

/** The live keys of a site, the oldest first; undefined when there is no such site. */
export async function listControllerKeys(tx: Tx, { siteId }: { siteId: SiteId }): Promise<StoredKey[] | undefined> {
  if ((await findSite(tx, { siteId })) === undefined) return undefined;
  return tx.all(keysOfSite, { siteId });
}
