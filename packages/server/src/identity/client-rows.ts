import { statement } from '../store/statement.ts';

/** The number of the secret that a client is made with. */
export const FIRST_SECRET = 1;

const insertRow = statement<{ clientId: string; clientName: string; scopes: string; now: number }>()(({ db, param }) =>
  db.insertInto('client').values({
    client_id: param('clientId'),
    client_name: param('clientName'),
    scopes: param('scopes'),
    is_enabled: 1,
    generation: FIRST_SECRET,
    created_at: param('now'),
  }),
);

// It has no scopes of its own: roles are read anew each time.
const insertHolder = statement<{ id: string; kind: string; name: string; now: number }>()(({ db, param }) =>
  db.insertInto('client').values({
    client_id: param('id'),
    client_name: param('name'),
    kind: param('kind') as 'person' | 'group',
    scopes: '',
    is_enabled: 1,
    created_at: param('now'),
  }),
);

const enableRow = statement<{ clientId: string; isEnabled: number }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ is_enabled: param('isEnabled') })
    .where('client_id', '=', param('clientId')),
);

const renameRow = statement<{ personId: string; personName: string }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ client_name: param('personName') })
    .where('client_id', '=', param('personId')),
);

const setScopes = statement<{ clientId: string; scopes: string }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ scopes: param('scopes') })
    .where('client_id', '=', param('clientId')),
);

const countRow = statement<{ clientId: string; generation: number }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ generation: param('generation') })
    .where('client_id', '=', param('clientId')),
);

const endBefore = statement<{ clientId: string; goodFrom: number }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ good_from: param('goodFrom') })
    .where('client_id', '=', param('clientId')),
);

const removeRow = statement<{ clientId: string }>()(({ db, param }) =>
  db.deleteFrom('client').where('kind', '=', 'client').where('client_id', '=', param('clientId')),
);

const removeHolder = statement<{ id: string }>()(({ db, param }) =>
  db.deleteFrom('client').where('client_id', '=', param('id')),
);

/** What is written of clients, persons and groups, whose rows hold what they have in common. */
export const clientRows = {
  insert: insertRow,
  insertHolder,
  enable: enableRow,
  rename: renameRow,
  setScopes,
  count: countRow,
  endBefore,
  remove: removeRow,
  removeHolder,
} as const;
