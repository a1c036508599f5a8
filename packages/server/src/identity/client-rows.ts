import { insert, removeBy, updateBy } from '../store/put.ts';
import { statement } from '../store/statement.ts';

/** The number of the secret that a client is made with. */
export const FIRST_SECRET = 1;

/** What is written of clients, persons and groups, whose rows hold what they have in common. */
export const clientRows = {
  insert: insert('client', ['clientId', 'clientName', 'scopes', 'createdAt'], {
    isEnabled: 1,
    generation: FIRST_SECRET,
  }),
  // It has no scopes of its own: roles are read anew each time.
  insertHolder: insert('client', ['clientId', 'kind', 'clientName', 'createdAt'], { scopes: '', isEnabled: 1 }),
  enable: updateBy('client', ['clientId'], ['isEnabled']),
  rename: updateBy('client', ['clientId'], ['clientName']),
  setScopes: updateBy('client', ['clientId'], ['scopes']),
  count: updateBy('client', ['clientId'], ['generation']),
  endBefore: updateBy('client', ['clientId'], ['goodFrom']),
  remove: statement<{ clientId: string }>()(({ db, param }) =>
    db.deleteFrom('client').where('kind', '=', 'client').where('client_id', '=', param('clientId')),
  ),
  removeHolder: removeBy('client', ['clientId']),
} as const;
