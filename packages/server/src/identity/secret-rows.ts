import { statement } from '../store/statement.ts';

const insertRow = statement<{
  clientId: string;
  secretHash: string;
  generation: number;
  now: number;
  endsAt: number;
}>()(({ db, param }) =>
  db.insertInto('client_secret').values({
    client_id: param('clientId'),
    secret_hash: param('secretHash'),
    generation: param('generation'),
    created_at: param('now'),
    ends_at: param('endsAt'),
  }),
);

const removeRow = statement<{ secretHash: string }>()(({ db, param }) =>
  db.deleteFrom('client_secret').where('secret_hash', '=', param('secretHash')),
);

const removeAll = statement<{ clientId: string }>()(({ db, param }) =>
  db.deleteFrom('client_secret').where('client_id', '=', param('clientId')),
);

/** What is written of the secrets of clients. */
export const secretRows = { insert: insertRow, remove: removeRow, removeAll } as const;
