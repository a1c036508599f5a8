import { parseUuid, type Person, type Role, ROLE_TABLE, ROLES } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { namedSites, type WhichSites, withSites } from '../registry/which-sites.ts';
import { askAtTerminal } from '../shell/ask-at-terminal.ts';
import { CliError } from '../shell/cli-error.ts';
import { findOne } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';
import { showAsChoice } from '../shell/word-help.ts';
import { sentence } from '../text/printable.ts';
import { listText } from '../text/list-text.ts';
import { findPerson, ISSUER_MEANING, PERSON_NAMES } from './find-person.ts';
import { personText } from './person-text.ts';
import { timeOption } from '../shell/time-option.ts';

interface GiveOptions extends RoleOptions {
  readonly yes?: true;
}

interface RoleOptions extends WhichSites {
  readonly group?: string;
  readonly person?: string;
  readonly issuer?: string;
  readonly until?: string;
}

/** `setpoint role …` */
export function roleCommands(program: Command, shell: Shell): void {
  const role = program.command('role').description('manage the roles of persons and groups on sites');

  role
    .command('list')
    .description('list the roles and what each allows')
    .action(() => listRoles(shell));

  const give = role.command('grant').description('grant a group or a person a role on one site, a pool or all sites');
  withHolder(withSites(give.argument('<role>', ROLES.join(', '))))
    .addOption(timeOption('--until <time>', 'when the role ends by itself'))
    .option('--yes', 'do not ask for confirmation of the roles operator and auditor')
    .action((name: string, options: GiveOptions) => giveRole(shell, roleOrThrow(give, name), options));

  const take = role
    .command('revoke')
    .description('revoke the role of a group or a person on one site, a pool or all sites');
  withHolder(withSites(take)).action((options: RoleOptions) => revokeRole(shell, options));
}

function withHolder(command: Command): Command {
  command
    .option('--group <group>', 'the id or name of a group, or its beginning')
    .addOption(new Option('--person <person>', PERSON_NAMES).conflicts('group'))
    .addOption(new Option('--issuer <url>', ISSUER_MEANING).conflicts('group'))
    .hook('preAction', () => {
      const { group, person }: RoleOptions = command.opts();
      if (group === undefined && person === undefined)
        command.error('error: say for whom: --group GROUP or --person PERSON');
    });
  showAsChoice(command, ['group', 'person']);
  return command;
}

function roleOrThrow(command: Command, name: string): Role {
  const role = ROLES.find((one) => one === name);
  if (role === undefined) return command.error(`error: there is no role ${name}; there are ${ROLES.join(', ')}`);
  return role;
}

function listRoles(shell: Shell): void {
  const roles = ROLES.map((role) => ({ role, ...ROLE_TABLE[role] }));
  const text = listText(roles, {
    ROLE: ({ role }) => role,
    'WHO HAS IT': ({ is }) => is,
    SCOPES: ({ scopes }) => scopes.join(' '),
    'GIVEN ON': ({ isForAllSites }) => (isForAllSites ? 'all sites' : 'a site, a pool or all sites'),
  });
  shell.print({ roles }, text);
}

async function holderOf(shell: Shell, { group, person, issuer }: RoleOptions) {
  if (group !== undefined) {
    const { groupId, groupName } = await findOne(shell, 'group', group);
    return { kind: 'group', id: groupId, name: `The group ${groupName}`, person: undefined } as const;
  }
  const found = await findPerson(shell.client(), { name: person ?? '', issuer });
  return { kind: 'person', id: found.personId, name: found.personName, person: found } as const;
}

async function giveRole(shell: Shell, role: Role, options: GiveOptions): Promise<void> {
  const { people } = shell.client();
  const { kind, id, name, person } = await holderOf(shell, options);
  const { named, text, timesOf } = await namedSites(shell, options);
  const { until } = timesOf(options);
  if (person !== undefined && options.yes !== true && SEES_ALL.has(role)) await confirm(person, role, options);
  const wanted = { ...named, role, ...(until === undefined ? {} : { endsAt: until }) };
  const given = kind === 'group' ? await people.giveGroupRole(id, wanted) : await people.givePersonRole(id, wanted);
  const end = given.endsAt === undefined ? '' : ` until ${given.endsAt}`;
  shell.print({ [`${kind}Id`]: id, ...given }, sentence`${name} is now ${role} of ${text}${end}.`);
}

// Whoever is given one of these by mistake reads or runs everything.
const SEES_ALL: ReadonlySet<Role> = new Set(ROLES.filter((role) => ROLE_TABLE[role].isForAllSites));

async function confirm(person: Person, role: Role, { person: named = '' }: RoleOptions): Promise<void> {
  if (!process.stdin.isTTY && parseUuid(named) !== undefined) return;
  const { personId } = person;
  const answer = await askAtTerminal(
    `This makes ${role} of all sites:\n${personText(person)}\nType yes to confirm: `,
    sentence`Nothing was given: there is no terminal to ask at. Name the person by the id (${personId}), or add --yes.`,
  );
  if (answer !== 'yes') throw new CliError('not_confirmed', 'Nothing was given.');
}

async function revokeRole(shell: Shell, options: RoleOptions): Promise<void> {
  const { people } = shell.client();
  const { kind, id, name } = await holderOf(shell, options);
  const { named, text } = await namedSites(shell, options);
  await (kind === 'group' ? people.takeGroupRole(id, named) : people.takePersonRole(id, named));
  shell.print({ [`${kind}Id`]: id, ...named, isTaken: true }, sentence`${name} no longer has a role on ${text}.`);
}
