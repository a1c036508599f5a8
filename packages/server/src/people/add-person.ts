import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { findPerson } from './find-person.ts';
import { clientRows } from '../identity/client-rows.ts';
import { recorded } from '../trail/recorded.ts';
import { personRecord } from './holder-record.ts';

export interface AddPersonInput {
  readonly personId: ClientId;
  readonly issuer: string;
  readonly subject: string;
  readonly personName: string;
  readonly now: number;
}

export type AddPersonOutput = { readonly kind: 'added' } | { readonly kind: 'person_exists' };

const insertPerson = statement<{ personId: string; issuer: string; subject: string }>()(({ db, param }) =>
  db.insertInto('person').values({ person_id: param('personId'), issuer: param('issuer'), subject: param('subject') }),
);

/** Puts somebody down who is not there yet. */
export async function putPerson(tx: Tx, { personId, issuer, subject, personName, now }: AddPersonInput): Promise<void> {
  await tx.run(clientRows.insertHolder, { id: personId, kind: 'person', name: personName, now });
  await tx.run(insertPerson, { personId, issuer, subject });
}

/** Makes a person known before the first sign-in. */
export const addPerson = defineWrite({
  name: 'addPerson',
  record: recorded(personRecord),
  run: async (tx: Tx, input: AddPersonInput): Promise<AddPersonOutput> => {
    await lockStoreState(tx);
    if ((await findPerson(tx, input)) !== undefined) return { kind: 'person_exists' };
    await putPerson(tx, input);
    return { kind: 'added' };
  },
});
