import { findPool } from '../../access/pools/find-pool.ts';
import { findSite } from '../../access/sites/find-site.ts';
import type { Tx } from '../../store/tx.ts';

export type MissingKind = 'site_missing' | 'pool_missing';

/** Which of what a rule names is not there; nothing is named by an empty id. */
export async function findMissing(
  tx: Tx,
  { siteId = '', poolId = '' }: { readonly siteId?: string; readonly poolId?: string },
): Promise<MissingKind | undefined> {
  if (siteId !== '' && (await findSite(tx, { siteId })) === undefined) return 'site_missing';
  if (poolId !== '' && (await findPool(tx, { poolId })) === undefined) return 'pool_missing';
  return undefined;
}
