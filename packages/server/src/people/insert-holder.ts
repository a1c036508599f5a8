import { statement } from '../store/statement.ts';

/** The row that a person or a group shares with clients. It has no scopes of its own: roles are read anew each time. */
export const insertHolder = statement<{ id: string; kind: string; name: string; now: number }>()(({ db, param }) =>
  db.insertInto('client').values({
    client_id: param('id'),
    client_name: param('name'),
    kind: param('kind') as 'person' | 'group',
    scopes: '',
    is_enabled: 1,
    created_at: param('now'),
  }),
);
