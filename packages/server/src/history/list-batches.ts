import {
  type Actor,
  type BatchId,
  type ClientId,
  type HistoryBatch,
  namesOfPair,
  type SiteId,
} from '@setpoint/contract';
import { countEntries, readChanges } from '@setpoint/core';
import { actorFrom } from '../trail/actor-from.ts';
import { throughOf } from '../trail/through-of.ts';
import { longRead } from '../store/long-read.ts';
import { statement } from '../store/statement.ts';
import { fromStoredId, toStoredId } from '../store/values/to-stored-id.ts';
import { fromStoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { isKeptBatch } from './is-kept-batch.ts';

/** The last batch of a page; the next page begins with the one before it. */
export interface BatchPosition {
  readonly epoch: number;
  readonly version: number;
}

/** A batch as the history lists it. */
export interface ListedBatch extends BatchPosition {
  readonly batchId: BatchId;
  readonly clientId: ClientId;
  /** null when the client was removed since. */
  readonly clientName: string | null;
  readonly actor: Actor | null;
  readonly acceptedAt: number;
  readonly accepted: number;
  readonly commands: HistoryBatch['commands'];
}

type PageParams = { siteId: string; epoch: number; version: number; limit: number };

const batchesBefore = statement<PageParams>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .leftJoin('client', (join) => join.on('client.client_id', '=', fromStoredId(dialect, 'batch.client_id')))
    .select(fromStoredId(dialect, 'batch_id').as('batch_id'))
    .select(fromStoredId(dialect, 'batch.client_id').as('client_id'))
    .select(throughOf(fromStoredId(dialect, 'batch_id')).as('through'))
    .select(['epoch', 'version', 'client_name', 'kind', 'accepted_at', 'accepted', 'commands'])
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where(isKeptBatch(param('siteId')))
    .where((eb) => eb(eb.refTuple('epoch', 'version'), '<', eb.tuple(param('epoch'), param('version'))))
    .orderBy('epoch', 'desc')
    .orderBy('version', 'desc')
    .limit(param('limit')),
);

/** The batches of a site, the latest first, from one position on: what comes later moves no page. */
export const listBatches = longRead(async function listBatches(
  tx: Tx,
  { siteId, before, limit }: { readonly siteId: SiteId; readonly before: BatchPosition; readonly limit: number },
): Promise<ListedBatch[]> {
  const { epoch, version } = before;
  const rows = await tx.all(batchesBefore, { siteId, epoch, version, limit });
  return rows.map((row) => ({
    batchId: row.batch_id as BatchId,
    epoch: row.epoch,
    version: row.version,
    clientId: row.client_id as ClientId,
    clientName: row.client_name,
    actor: actorFrom({ id: row.client_id, name: row.client_name, kind: row.kind, through: row.through }),
    acceptedAt: row.accepted_at,
    accepted: row.accepted,
    commands: countedCommands(fromStoredText(row.commands)),
  }));
});

// The texts of a page may be a hundred megabytes: counted where they are read, they are held by nobody.
function countedCommands(commands: string): HistoryBatch['commands'] {
  return readChanges(commands).map(({ pair, text }) => {
    return { ...namesOfPair(pair), entries: text === null ? 0 : countEntries(text) };
  });
}
