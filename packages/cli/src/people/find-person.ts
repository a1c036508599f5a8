import type { SetpointClient } from '@setpoint/client';
import { parseUuid, type Person } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import { collect, onlyOne } from '../shell/only-one.ts';

/** How an argument names a person. */
export const PERSON_NAMES = 'the id, its first characters, the subject or the verified e-mail address';

/** What says whose subject or address is meant. */
export const ISSUER_MEANING = 'the provider of the person, if people of several providers are known';

const FIRST_OF_ID = /^[0-9a-f-]{6,36}$/i;

export interface WhichPerson {
  readonly name: string;
  readonly issuer: string | undefined;
}

/** A person by what a provider vouches for; never by what somebody calls themselves. */
export async function findPerson({ people }: SetpointClient, { name, issuer }: WhichPerson): Promise<Person> {
  const id = parseUuid(name);
  if (id !== undefined) return people.readPerson(id);
  return choosePerson(await collect(people.persons()), { name, issuer });
}

/** The same among those whom the service knows. */
export function choosePerson(known: readonly Person[], { name, issuer }: WhichPerson): Person {
  const persons = known.filter((person) => issuer === undefined || person.issuer === issuer);
  const found = persons.filter((person) => isNamed(person, name));
  const isById = found.every((person) => startsWith(person, name));
  if (!isById && new Set(persons.map((person) => person.issuer)).size > 1) {
    const quoted = JSON.stringify(name);
    throw new CliError(
      'ambiguous',
      `People of several providers are known here. Say with --issuer URL which of them calls somebody ${quoted}.`,
    );
  }
  return onlyOne(found, { noun: 'person', name, ids: found.map(({ personId }) => personId) });
}

function isNamed(person: Person, name: string): boolean {
  const { subject, email, isEmailVerified } = person;
  return subject === name || (isEmailVerified && email === name) || startsWith(person, name);
}

function startsWith({ personId }: Person, name: string): boolean {
  return FIRST_OF_ID.test(name) && personId.startsWith(name.toLowerCase());
}
