import type { Person } from '@setpoint/contract';
import type { Command } from 'commander';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { sentence } from '../text/printable.ts';
import { findPerson, ISSUER_MEANING, PERSON_NAMES } from './find-person.ts';
import { emailText } from './person-text.ts';
import { roleText } from './role-text.ts';
import { confirmRemoval } from '../shell/confirm-removal.ts';

/** `setpoint person …` */
export function personCommands(program: Command, shell: Shell): void {
  const person = program.command('person').description('manage the people who sign in through a provider');
  person
    .command('list')
    .description('list the persons, sorted by name')
    .action(() => listPersons(shell));
  const one = commandsOnPerson(person, shell);
  one('show', 'show a person with their groups and their own roles', (found) => showPerson(shell, found));
  person
    .command('add')
    .description('add a person before their first sign-in, to grant them roles')
    .argument('<name>', 'the name of the person')
    .requiredOption('--issuer <url>', 'the `iss` claim of their provider')
    .requiredOption('--subject <sub>', 'the `sub` claim: their id at that provider')
    .action(async (personName: string, { issuer, subject }: { readonly issuer: string; readonly subject: string }) => {
      const added = await shell.client().people.addPerson({ personName, issuer, subject });
      shell.print(added, sentence`Added ${personName} (${added.personId}).`);
    });
  one('disable', 'lock a person out at once; their sessions, streams and tokens end', (found) =>
    setEnabled(shell, found, false),
  );
  one('enable', 'let a person sign in again', (found) => setEnabled(shell, found, true));
  one(
    'remove',
    'erase the data kept about a person; schedules that they set stay in the history',
    async (found, options) => {
      const { personId, personName } = found;
      await confirmRemoval({
        noun: 'person',
        id: personId,
        name: personName,
        losing: 'with all their roles',
        typed: wholeOf(found, options.named),
        isSure: options.yes === true,
      });
      await shell.client().people.removePerson(personId);
      shell.print({ personId, personName, isRemoved: true }, sentence`Removed ${personName} (${personId}).`);
    },
  ).option('--yes', 'do not ask for confirmation');
  const sessions = commandsOnPerson(person.command('sessions').description('manage the sessions of a person'), shell);
  sessions('end', 'end their sessions and all their tokens', async ({ personId, personName }) => {
    await shell.client().people.endPersonSessions(personId);
    shell.print({ personId, isEnded: true }, sentence`Ended the sessions and tokens of ${personName}.`);
  });
}

/** What a provider vouches for is whole; the first characters of an id are not. */
function wholeOf({ personId, subject }: Person, named: string): string {
  return subject !== named && personId.startsWith(named.toLowerCase()) ? named : personId;
}

interface ActOptions {
  /** What was typed for the person. */
  readonly named: string;
  readonly yes: true | undefined;
}

/** Makes commands that each do something with the person whom their argument names. */
function commandsOnPerson(parent: Command, shell: Shell) {
  return (
    name: string,
    description: string,
    act: (person: Person, options: ActOptions) => Promise<void> | void,
  ): Command =>
    parent
      .command(name)
      .description(description)
      .argument('<person>', `${PERSON_NAMES} of the person`)
      .option('--issuer <url>', ISSUER_MEANING)
      .action(async (which: string, { issuer, yes }: { issuer?: string; yes?: true }) =>
        act(await findPerson(shell.client(), { name: which, issuer }), { named: which, yes }),
      );
}

async function listPersons(shell: Shell): Promise<void> {
  const persons = await collect(shell.client().people.persons());
  const none = 'Nobody has signed in yet. How people sign in: docs/do/sign-in.md';
  const columns: Columns<Person> = {
    'PERSON ID': ({ personId }) => personId,
    NAME: ({ personName }) => personName,
    STATE: ({ isEnabled }) => (isEnabled ? 'enabled' : 'disabled'),
    GROUPS: ({ groups }) => groups.join(', '),
    ROLES: ({ roles }) => roles.map(roleText).join(', '),
    'SIGNED IN': ({ signedInAt }) => signedInAt ?? 'never',
  };
  shell.print({ persons }, listText(persons, columns, none));
}

function showPerson(shell: Shell, person: Person): void {
  const fields: [string, string][] = [
    ['name', person.personName],
    ['person id', person.personId],
    ['e-mail', emailText(person)],
    ['known as', `${person.subject} of ${person.issuer}`],
    ['state', person.isEnabled ? 'enabled' : 'disabled'],
    ['signed in', person.signedInAt ?? 'never'],
    ['groups', person.groups.join(', ') || 'none'],
  ];
  for (const role of person.roles) fields.push(['role', roleText(role)]);
  shell.print(person, fieldsText(fields));
}

async function setEnabled(shell: Shell, { personId }: Person, isEnabled: boolean): Promise<void> {
  const person = await shell.client().people.setPersonEnabled(personId, isEnabled);
  shell.print(person, sentence`${isEnabled ? 'Enabled' : 'Disabled'} ${person.personName} (${personId}).`);
}
