import { requestToken } from '@setpoint/client';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type ClientOptions, connectionFor, withClientOptions } from './client-options.ts';

/** `setpoint token` */
export function tokenCommand(program: Command, shell: Shell): void {
  const command = program
    .command('token')
    .description('print an access token for the person who is signed in, the operator, or the given client');
  withClientOptions(command).action((options: ClientOptions) => printToken(shell, options));
}

async function printToken(shell: Shell, options: ClientOptions): Promise<void> {
  const connection = connectionFor(shell, options);
  const isPerson = 'requestToken' in connection;
  const response = isPerson ? await connection.requestToken() : await requestToken(connection, connection);
  shell.print(response, response.access_token);
}
