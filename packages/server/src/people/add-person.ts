import type { ClientId } from '@setpoint/contract';
import { insert } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
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

const insertPerson = insert('person', ['personId', 'issuer', 'subject']);

/** Puts somebody down who is not there yet. */
export async function putPerson(tx: Tx, { personId, issuer, subject, personName, now }: AddPersonInput): Promise<void> {
  await tx.run(clientRows.insertHolder, { clientId: personId, kind: 'person', clientName: personName, createdAt: now });
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
