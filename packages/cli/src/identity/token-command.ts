import { requestToken } from '@setpoint/client';
import type { Command } from 'commander';
import { findConnection, findUrl } from '../shell/find-connection.ts';
import type { Shell } from '../shell/shell.ts';

/** `setpoint token` */
export function addTokenCommand(program: Command, shell: Shell): void {
  const command = program
    .command('token')
    .description("print an access token: of the client named, else the operator's")
    .option('--client <id>', 'the id of a client')
    .option('--secret <secret>', 'its secret')
    .action(({ client, secret }: { client?: string; secret?: string }) => {
      if ((client === undefined) !== (secret === undefined)) {
        command.error('error: --client and --secret go together');
      }
      return printToken(shell, client === undefined || secret === undefined ? undefined : { client, secret });
    });
}

async function printToken(shell: Shell, given: { client: string; secret: string } | undefined): Promise<void> {
  const connection =
    given === undefined
      ? findConnection(shell.environment)
      : { url: findUrl(shell.environment), clientId: given.client, clientSecret: given.secret };
  const response = await requestToken(connection, connection);
  shell.print(response, response.access_token);
}
