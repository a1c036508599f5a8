import type { Command } from 'commander';
import { type Calling, findCaller } from '../shell/find-caller.ts';
import { findUrl } from '../shell/find-connection.ts';
import type { Shell } from '../shell/shell.ts';

/** The client that a command speaks for, given on the command line. */
export interface ClientOptions {
  readonly client?: string;
  readonly secret?: string;
}

export function withClientOptions(command: Command): Command {
  return command
    .option('--client <id>', 'the id of a client')
    .option('--secret <secret>', 'its secret; users of this machine can see options: prefer SETPOINT_CLIENT_SECRET')
    .hook('preAction', () => {
      const { client, secret }: ClientOptions = command.opts();
      if ((client === undefined) !== (secret === undefined)) {
        command.error('error: use --client and --secret together');
      }
    });
}

/** The client that the options name, else the one of the environment, who is signed in, or the operator. */
export function connectionFor({ environment }: Shell, { client, secret }: ClientOptions): Calling {
  if (client === undefined || secret === undefined) return findCaller(environment);
  return { url: findUrl(environment), clientId: client, clientSecret: secret };
}
