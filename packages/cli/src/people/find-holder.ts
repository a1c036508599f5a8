import { type Group, parseUuid, type Person } from '@setpoint/contract';
import type { PeopleCalls } from '@setpoint/client';
import { collect, onlyOne } from '../shell/only-one.ts';

/** The person with this id, or the one with this name, e-mail address or subject. */
export async function findPerson(people: PeopleCalls, who: string): Promise<Person> {
  const personId = parseUuid(who);
  if (personId !== undefined) return people.readPerson(personId);
  const found = await collect(people.persons(), (one) => [one.personName, one.email, one.subject].includes(who));
  return onlyOne(found, { noun: 'person', name: who, ids: found.map((one) => one.personId) });
}

/** The group with this id, or with this name if no other has it. */
export async function findGroup(people: PeopleCalls, idOrName: string): Promise<Group> {
  const groupId = parseUuid(idOrName);
  if (groupId !== undefined) return people.readGroup(groupId);
  const found = await collect(people.groups(), (one) => one.groupName === idOrName);
  return onlyOne(found, { noun: 'group', name: idOrName, ids: found.map((one) => one.groupId) });
}
