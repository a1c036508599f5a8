import { statement } from '../store/statement.ts';
import type { StoredText } from '../store/values/stored-text.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';

type BatchParams = {
  batchId: string;
  siteId: string;
  epoch: number;
  version: number;
  clientId: string;
  now: number;
  accepted: number;
  commands: StoredText;
  stateHash: string;
  parentId: string | null;
};

const insertRow = statement<BatchParams>()(({ db, dialect, param }) =>
  db.insertInto('batch').values({
    batch_id: toStoredId(dialect, param('batchId')),
    site_id: toStoredId(dialect, param('siteId')),
    epoch: param('epoch'),
    version: param('version'),
    client_id: toStoredId(dialect, param('clientId')),
    accepted_at: param('now'),
    accepted: param('accepted'),
    commands: param('commands'),
    state_hash: param('stateHash'),
    parent_id: toStoredId(dialect, param('parentId')),
  }),
);

const removeOfSite = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db.deleteFrom('batch').where('site_id', '=', toStoredId(dialect, param('siteId'))),
);

/** What is written of batches. */
export const batchRows = { insert: insertRow, removeOfSite } as const;
