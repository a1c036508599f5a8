import type { Person } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { sentence } from '../text/printable.ts';
import { tableText } from '../text/table-text.ts';
import { findPerson } from './find-holder.ts';
import { roleText } from './role-text.ts';

const PERSON = 'the id, name, e-mail address or subject of the person';

/** `setpoint person …` */
export function personCommands(program: Command, shell: Shell): void {
  const person = program.command('person').description('manage the people who sign in through a provider');

  person
    .command('list')
    .description('list the persons, sorted by name')
    .action(() => listPersons(shell));

  person
    .command('show')
    .description('show a person with its groups and the roles of its own')
    .argument('<person>', PERSON)
    .action((who: string) => showPerson(shell, who));

  person
    .command('add')
    .description('make a person known before the first sign-in, to give it roles')
    .argument('<name>', 'what the person is called')
    .requiredOption('--issuer <url>', 'the `iss` claim of its provider')
    .requiredOption('--subject <sub>', 'the `sub` claim: who it is at that provider')
    .action((name: string, options: { issuer: string; subject: string }) => addPerson(shell, name, options));

  person
    .command('disable')
    .description('lock a person out at once; its sessions, streams and tokens end for good')
    .argument('<person>', PERSON)
    .action((who: string) => setEnabled(shell, who, false));

  person
    .command('enable')
    .description('let a person sign in again')
    .argument('<person>', PERSON)
    .action((who: string) => setEnabled(shell, who, true));

  person
    .command('remove')
    .description('erase what is kept of a person; what it set stays in the history')
    .argument('<person>', PERSON)
    .action((who: string) => removePerson(shell, who));

  person
    .command('sessions')
    .description('manage where a person is signed in')
    .command('end')
    .description('end its sessions and all its tokens')
    .argument('<person>', PERSON)
    .action((who: string) => endSessions(shell, who));
}

async function listPersons(shell: Shell): Promise<void> {
  const persons: Person[] = [];
  for await (const person of shell.client().people.persons()) persons.push(person);
  const rows = persons.map((person) => [
    person.personId,
    person.personName,
    person.isEnabled ? 'enabled' : 'disabled',
    person.groups.join(', '),
    person.roles.map(roleText).join(', '),
    person.signedInAt ?? 'never',
  ]);
  const none = 'Nobody has signed in yet. How people sign in: docs/sign-in.md';
  const table = tableText(['PERSON ID', 'NAME', 'STATE', 'GROUPS', 'ROLES', 'SIGNED IN'], rows);
  shell.print({ persons }, rows.length === 0 ? none : table);
}

async function showPerson(shell: Shell, who: string): Promise<void> {
  const person = await findPerson(shell.client().people, who);
  const fields: [string, string][] = [
    ['name', person.personName],
    ['person id', person.personId],
    ['e-mail', person.email ?? 'none'],
    ['known as', `${person.subject} of ${person.issuer}`],
    ['state', person.isEnabled ? 'enabled' : 'disabled'],
    ['signed in', person.signedInAt ?? 'never'],
    ['groups', person.groups.join(', ') || 'none'],
  ];
  for (const role of person.roles) fields.push(['role', roleText(role)]);
  shell.print(person, fieldsText(fields));
}

async function addPerson(shell: Shell, personName: string, who: { issuer: string; subject: string }): Promise<void> {
  const person = await shell.client().people.addPerson({ personName, issuer: who.issuer, subject: who.subject });
  shell.print(person, sentence`Added ${personName} (${person.personId}).`);
}

async function setEnabled(shell: Shell, who: string, isEnabled: boolean): Promise<void> {
  const { people } = shell.client();
  const { personId } = await findPerson(people, who);
  const person = await people.setPersonEnabled(personId, isEnabled);
  shell.print(person, sentence`${isEnabled ? 'Enabled' : 'Disabled'} ${person.personName} (${personId}).`);
}

async function removePerson(shell: Shell, who: string): Promise<void> {
  const { people } = shell.client();
  const { personId, personName } = await findPerson(people, who);
  await people.removePerson(personId);
  shell.print({ personId, personName, isRemoved: true }, sentence`Removed ${personName} (${personId}).`);
}

async function endSessions(shell: Shell, who: string): Promise<void> {
  const { people } = shell.client();
  const { personId, personName } = await findPerson(people, who);
  await people.endPersonSessions(personId);
  shell.print({ personId, isEnded: true }, sentence`Ended the sessions and tokens of ${personName}.`);
}
