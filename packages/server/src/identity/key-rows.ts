import { statement } from '../store/statement.ts';

const insertRow = statement<{ keyId: string; siteId: string; keyHash: string; now: number; endsAt: number }>()(
  ({ db, param }) =>
    db.insertInto('controller_key').values({
      key_id: param('keyId'),
      site_id: param('siteId'),
      key_hash: param('keyHash'),
      created_at: param('now'),
      last_used_at: null,
      ends_at: param('endsAt'),
    }),
);

const removeEnded = statement<{ siteId: string; now: number }>()(({ db, param }) =>
  db.deleteFrom('controller_key').where('site_id', '=', param('siteId')).where('ends_at', '<=', param('now')),
);

const removeRow = statement<{ siteId: string; keyId: string }>()(({ db, param }) =>
  db.deleteFrom('controller_key').where('site_id', '=', param('siteId')).where('key_id', '=', param('keyId')),
);

/** What is written of the keys of controllers. */
export const keyRows = { insert: insertRow, removeEnded, remove: removeRow } as const;
