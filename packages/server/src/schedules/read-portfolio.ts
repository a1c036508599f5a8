import type { Actor, BatchId, ClientId, SiteId } from '@setpoint/contract';
import { actorFrom } from '../trail/actor-from.ts';
import { throughOf } from '../trail/through-of.ts';
import { statement } from '../store/statement.ts';
import { fromStoredId, toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';
import { isKeptBatch } from '../history/is-kept-batch.ts';

/** One of the batches of a call that set many sites. */
export interface PortfolioBatch {
  readonly siteId: SiteId;
  readonly batchId: BatchId;
  readonly clientId: ClientId;
  /** null once it was removed. */
  readonly actor: Actor | null;
  readonly version: number;
  readonly acceptedAt: number;
  readonly accepted: number;
}

const batchesOfParent = statement<{ parentId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .leftJoin('client', (join) => join.on('client.client_id', '=', fromStoredId(dialect, 'batch.client_id')))
    .select(fromStoredId(dialect, 'site_id').as('site_id'))
    .select(fromStoredId(dialect, 'batch_id').as('batch_id'))
    .select(fromStoredId(dialect, 'batch.client_id').as('client_id'))
    .select(throughOf(fromStoredId(dialect, 'batch_id')).as('through'))
    .select(['version', 'accepted_at', 'accepted', 'client_name', 'kind'])
    .where('parent_id', '=', toStoredId(dialect, param('parentId')))
    .where(isKeptBatch(fromStoredId(dialect, 'batch.site_id')))
    .orderBy('batch.site_id'),
);

export async function readPortfolio(tx: Tx, { parentId }: { parentId: BatchId }): Promise<PortfolioBatch[]> {
  const rows = await tx.all(batchesOfParent, { parentId });
  return rows.map((row) => ({
    siteId: row.site_id as SiteId,
    batchId: row.batch_id as BatchId,
    clientId: row.client_id as ClientId,
    actor: actorFrom({ id: row.client_id, name: row.client_name, kind: row.kind, through: row.through }),
    version: row.version,
    acceptedAt: row.accepted_at,
    accepted: row.accepted,
  }));
}
