import { requestSignInLink } from '@setpoint/client';
import type { Command } from 'commander';
import { type ClientOptions, connectionFor, withClientOptions } from '../identity/client-options.ts';
import type { Shell } from '../shell/shell.ts';

/** `setpoint console` */
export function consoleCommand(program: Command, shell: Shell): void {
  const command = program
    .command('console')
    .description('print a link that signs you in to the console once, as the operator or as the given client');
  withClientOptions(command).action((options: ClientOptions) => printLink(shell, options));
}

async function printLink(shell: Shell, options: ClientOptions): Promise<void> {
  const connection = connectionFor(shell, options);
  if ('requestToken' in connection) {
    const { url } = connection;
    const text = `${url}/\nOpen it in a browser, and sign in there: a link is made with the secret of a client.`;
    return shell.print({ url }, text);
  }
  const link = await requestSignInLink(connection, connection);
  shell.print(link, `${link.url}\nOpen it in a browser. It works once, within ten minutes.`);
}
