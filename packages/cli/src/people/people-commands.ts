import type { Command } from 'commander';
import { groupCommands } from './group-commands.ts';
import { personCommands } from './person-commands.ts';
import { roleCommands } from './role-commands.ts';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';

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
