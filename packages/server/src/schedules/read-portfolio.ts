import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { isKeptBatch } from '../history/is-kept-batch.ts';

/** One of the batches of a call that set many sites. */
export interface PortfolioBatch {
  readonly siteId: SiteId;
  readonly batchId: BatchId;
  readonly clientId: ClientId;
  readonly version: number;
  readonly acceptedAt: number;
  readonly accepted: number;
}

const batchesOfParent = statement<{ parentId: string }>()(({ db, param }) =>
  db
    .selectFrom('batch')
    .select(['site_id', 'batch_id', 'client_id', 'version', 'accepted_at', 'accepted'])
    .where('parent_id', '=', param('parentId'))
    .where(isKeptBatch(sql.ref('batch.site_id')))
    .orderBy('site_id'),
);

export async function readPortfolio(tx: Tx, { parentId }: { parentId: BatchId }): Promise<PortfolioBatch[]> {
  const rows = await tx.all(batchesOfParent, { parentId });
  return rows.map((row) => ({
    siteId: row.site_id as SiteId,
    batchId: row.batch_id as BatchId,
    clientId: row.client_id as ClientId,
    version: row.version,
    acceptedAt: row.accepted_at,
    accepted: row.accepted,
  }));
}
