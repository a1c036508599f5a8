import type { Person } from '@setpoint/contract';
import { fieldsText } from '../text/fields-text.ts';

/** Who somebody is, for whoever is about to trust them. */
export function personText(person: Person): string {
  return fieldsText([
    ['name', person.personName],
    ['person id', person.personId],
    ['provider', person.issuer],
    ['subject', person.subject],
    ['e-mail', emailText(person)],
    ['signed in', person.signedInAt ?? 'never'],
  ]);
}

/** An address that is not verified is nobody's word but that person's. */
export function emailText({ email, isEmailVerified }: Person): string {
  if (email === null) return 'none';
  return `${email} (${isEmailVerified ? 'verified' : 'not verified'})`;
}
