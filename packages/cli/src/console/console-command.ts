import { requestSignInLink } from '@setpoint/client';
import type { Command } from 'commander';
import { findConnection, findUrl } from '../shell/find-connection.ts';
import type { Shell } from '../shell/shell.ts';

/** `setpoint console` */
export function addConsoleCommand(program: Command, shell: Shell): void {
  const command = program
    .command('console')
    .description('print a link that signs you in to the console: as the client named, else as the operator')
    .option('--client <id>', 'the id of a client')
    .option('--secret <secret>', 'its secret')
    .action(({ client, secret }: { client?: string; secret?: string }) => {
      if ((client === undefined) !== (secret === undefined)) {
        command.error('error: --client and --secret go together');
      }
      return printLink(shell, client === undefined || secret === undefined ? undefined : { client, secret });
    });
}

async function printLink(shell: Shell, given: { client: string; secret: string } | undefined): Promise<void> {
  const connection =
    given === undefined
      ? findConnection(shell.environment)
      : { url: findUrl(shell.environment), clientId: given.client, clientSecret: given.secret };
  const link = await requestSignInLink(connection, connection);
  shell.print(link, `${link.url}\nOpen it in a browser: it is good once, for ten minutes.`);
}
