import type { Command } from 'commander';
import { groupCommands } from './group-commands.ts';
import { personCommands } from './person-commands.ts';
import { roleCommands } from './role-commands.ts';
import type { Shell } from '../shell/shell.ts';
import { whoamiCommand } from './whoami-command.ts';

/** `setpoint whoami`, `setpoint person …`, `setpoint group …` and `setpoint role …` */
export function peopleCommands(program: Command, shell: Shell): void {
  whoamiCommand(program, shell);
  personCommands(program, shell);
  groupCommands(program, shell);
  roleCommands(program, shell);
}
