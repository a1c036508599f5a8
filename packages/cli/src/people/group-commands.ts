import type { Group } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { sentence } from '../text/printable.ts';
import { tableText } from '../text/table-text.ts';
import { findGroup } from './find-holder.ts';
import { roleText } from './role-text.ts';

/** `setpoint group …` */
export function groupCommands(program: Command, shell: Shell): void {
  const group = program.command('group').description('manage which groups of a provider can hold roles');

  group
    .command('list')
    .description('list the groups that were named here, sorted by name')
    .action(() => listGroups(shell));

  group
    .command('add')
    .description('name a group, so that it can be given roles')
    .argument('<name>', 'the name of the group, as the provider claims it')
    .requiredOption('--issuer <url>', 'the `iss` claim of the provider')
    .action((name: string, { issuer }: { issuer: string }) => addGroup(shell, name, issuer));

  group
    .command('remove')
    .description('take back all roles of a group and forget its name')
    .argument('<group>', 'the id or name of the group')
    .action((idOrName: string) => removeGroup(shell, idOrName));
}

async function listGroups(shell: Shell): Promise<void> {
  const groups: Group[] = [];
  for await (const group of shell.client().people.groups()) groups.push(group);
  const rows = groups.map((group) => [
    group.groupId,
    group.groupName,
    group.issuer,
    String(group.persons),
    group.roles.map(roleText).join(', '),
  ]);
  const none = 'No groups. Name one: npx setpoint group add NAME --issuer URL';
  shell.print(
    { groups },
    rows.length === 0 ? none : tableText(['GROUP ID', 'NAME', 'ISSUER', 'PERSONS', 'ROLES'], rows),
  );
}

async function addGroup(shell: Shell, groupName: string, issuer: string): Promise<void> {
  const group = await shell.client().people.addGroup({ groupName, issuer });
  const next = `It has no role yet. To give it one: npx setpoint role give viewer --group ${group.groupId} --all-sites`;
  shell.print(group, `${sentence`Added the group ${groupName} (${group.groupId}).`}\n${next}`);
}

async function removeGroup(shell: Shell, idOrName: string): Promise<void> {
  const { people } = shell.client();
  const { groupId, groupName } = await findGroup(people, idOrName);
  await people.removeGroup(groupId);
  shell.print({ groupId, groupName, isRemoved: true }, sentence`Removed the group ${groupName} (${groupId}).`);
}
