import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export type MissingKind = 'site_missing' | 'pool_missing';

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where('site_id', '=', param('siteId')),
);

const poolById = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('pool_id').where('pool_id', '=', param('poolId')).where('removed_at', 'is', null),
);

/** Which of what a rule names is not there; nothing is named by an empty id. */
export async function findMissing(
  tx: Tx,
  { siteId = '', poolId = '' }: { readonly siteId?: string; readonly poolId?: string },
): Promise<MissingKind | undefined> {
  if (siteId !== '' && (await tx.first(siteById, { siteId })) === undefined) return 'site_missing';
  if (poolId !== '' && (await tx.first(poolById, { poolId })) === undefined) return 'pool_missing';
  return undefined;
}
