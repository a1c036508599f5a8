import type { Command } from 'commander';
import type { Group } from '@setpoint/contract';
import { personCommands } from './person-commands.ts';
import { roleCommands } from './role-commands.ts';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { removalOf } from '../shell/removal-of.ts';
import { collect } from '../shell/only-one.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { sentence } from '../text/printable.ts';
import { roleText } from './role-text.ts';

/** `setpoint whoami`, `setpoint person …`, `setpoint group …` and `setpoint role …` */
export function peopleCommands(program: Command, shell: Shell): void {
  whoamiCommand(program, shell);
  personCommands(program, shell);
  groupCommands(program, shell);
  roleCommands(program, shell);
}

/** `setpoint whoami` */
function whoamiCommand(program: Command, shell: Shell): void {
  program
    .command('whoami')
    .description('show who you are signed in as, and what you may do')
    .action(() => showMe(shell));
}

async function showMe(shell: Shell): Promise<void> {
  const me = await shell.client().people.me();
  const fields: [string, string][] = [
    [me.kind, me.name],
    ['id', me.id],
    ['scopes', me.scopes.join(' ')],
  ];
  if (me.kind === 'person') {
    fields.push(['roles', me.roles.join(', ') || 'none'], ['groups', me.groups.join(', ') || 'none']);
  }
  if (me.missing !== null) fields.push(['missing', me.missing]);
  shell.print(me, fieldsText(fields));
}

/** `setpoint group …` */
function groupCommands(program: Command, shell: Shell): void {
  const group = program.command('group').description('manage the groups of providers that can hold roles');
  group
    .command('list')
    .description('list the groups, sorted by name')
    .action(() => listGroups(shell));
  group
    .command('add')
    .description('add a group, so that it can be granted roles')
    .argument('<name>', 'the name of the group, as the provider claims it')
    .requiredOption('--issuer <url>', 'the `iss` claim of the provider')
    .action((name: string, { issuer }: { issuer: string }) => addGroup(shell, name, issuer));
  removalOf(group, shell, {
    noun: 'group',
    description: 'revoke all roles of a group and forget its name',
    losing: 'with all its roles',
    remove: async ({ groupId, groupName }) => {
      await shell.client().people.removeGroup(groupId);
      shell.print({ groupId, groupName, isRemoved: true }, sentence`Removed the group ${groupName} (${groupId}).`);
    },
  });
}

async function listGroups(shell: Shell): Promise<void> {
  const groups = await collect(shell.client().people.groups());
  const columns: Columns<Group> = {
    'GROUP ID': ({ groupId }) => groupId,
    NAME: ({ groupName }) => groupName,
    ISSUER: ({ issuer }) => issuer,
    PERSONS: ({ persons }) => String(persons),
    ROLES: ({ roles }) => roles.map(roleText).join(', '),
  };
  const none = 'No groups. Name one: {setpoint} group add NAME --issuer URL';
  shell.print({ groups }, listText(groups, columns, none));
}

async function addGroup(shell: Shell, groupName: string, issuer: string): Promise<void> {
  const group = await shell.client().people.addGroup({ groupName, issuer });
  const next = `It has no role yet. To give it one: {setpoint} role grant viewer --group ${group.groupId} --all-sites`;
  shell.print(group, `${sentence`Added the group ${groupName} (${group.groupId}).`}\n${next}`);
}
