import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const siteByHash = statement<{ keyHash: string }>()(({ db, param }) =>
  db.selectFrom('controller_key').select('site_id').where('key_hash', '=', param('keyHash')),
);

/** Whose key it is, or was before it ended. */
export async function findSiteOfKey(tx: Tx, { keyHash }: { keyHash: string }): Promise<SiteId | undefined> {
  const row = await tx.first(siteByHash, { keyHash });
  return row?.site_id as SiteId | undefined;
}
