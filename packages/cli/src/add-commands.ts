import type { Command } from 'commander';
import { consoleCommand } from './console/console-command.ts';
import { demoCommand } from './demo/demo-command.ts';
import { devicesCommand } from './devices/devices-command.ts';
import { eventsCommand } from './events/events-command.ts';
import { followingCommand } from './following/following-command.ts';
import { controllerCommand } from './gateway/controller-command.ts';
import { headroomCommand } from './headroom/headroom-command.ts';
import { healthCommand } from './health/health-command.ts';
import { holdCommands } from './holds/hold-commands.ts';
import { tokenCommand } from './identity/token-command.ts';
import { storeCommands } from './maintenance/store-commands.ts';
import { planCommand } from './plan/plan-command.ts';
import { clientCommands } from './registry/client-commands.ts';
import { grantCommands } from './registry/grant-commands.ts';
import { keyCommands } from './registry/key-commands.ts';
import { registryCommands } from './registry/registry-commands.ts';
import { signingKeyCommands } from './registry/signing-key-commands.ts';
import { serveCommand } from './serve/serve-command.ts';
import type { Shell } from './shell/shell.ts';
import { simulateCommand } from './simulate/simulate-command.ts';
import { siteCommands } from './sites/site-commands.ts';
import { webhookCommands } from './webhooks/webhook-commands.ts';

/** Every command, in the order in which the help lists them. */
export function addCommands(program: Command, shell: Shell): void {
  serveCommand(program, shell);
  healthCommand(program, shell);
  demoCommand(program, shell);
  consoleCommand(program, shell);
  controllerCommand(program, shell);
  devicesCommand(program, shell);
  simulateCommand(program, shell);
  const site = siteCommands(program, shell);
  keyCommands(site, shell);
  planCommand(site, shell);
  headroomCommand(site, shell);
  followingCommand(site, shell);
  clientCommands(program, shell);
  grantCommands(program, shell);
  holdCommands(program, shell);
  registryCommands(program, shell);
  signingKeyCommands(program, shell);
  eventsCommand(program, shell);
  webhookCommands(program, shell);
  tokenCommand(program, shell);
  storeCommands(program, shell);
}
