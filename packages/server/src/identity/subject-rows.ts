import { statement } from '../store/statement.ts';

const insertRow = statement<{ clientId: string; issuer: string; subject: string }>()(({ db, param }) =>
  db
    .insertInto('client_subject')
    .values({ client_id: param('clientId'), issuer: param('issuer'), subject: param('subject') }),
);

const removeRow = statement<{ issuer: string; subject: string }>()(({ db, param }) =>
  db.deleteFrom('client_subject').where('issuer', '=', param('issuer')).where('subject', '=', param('subject')),
);

/** What is written of the outside subjects that act as a client. */
export const subjectRows = { insert: insertRow, remove: removeRow } as const;
