import type { ClientId } from '@setpoint/contract';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const personAt = statement<{ issuer: string; subject: string }>()(({ db, param }) =>
  db
    .selectFrom('person')
    .innerJoin('client', 'client_id', 'person_id')
    .select(fields('personId', 'isEnabled', 'generation'))
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject')),
);

export interface FoundPerson {
  readonly personId: ClientId;
  readonly isEnabled: boolean;
  readonly generation: number;
}

/** The person whom an issuer calls by this subject. */
export async function findPerson(
  tx: Tx,
  who: { readonly issuer: string; readonly subject: string },
): Promise<FoundPerson | undefined> {
  const row = await tx.first(personAt, { issuer: who.issuer, subject: who.subject });
  if (row === undefined) return undefined;
  return { ...row, personId: row.personId as ClientId, isEnabled: row.isEnabled === 1 };
}
