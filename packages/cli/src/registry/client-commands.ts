import { SCOPES, type Scope } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { addClientSecret } from './add-client-secret.ts';
import { addClient } from './add-client.ts';
import { changeMapping } from './change-mapping.ts';
import { endClientSessions } from './end-client-sessions.ts';
import { listClients } from './list-clients.ts';
import { removeClient } from './remove-client.ts';
import { setClientEnabled } from './set-client-enabled.ts';
import { showClient } from './show-client.ts';

const CLIENT = 'the id or name of the client';

/** `setpoint client …` */
export function clientCommands(program: Command, shell: Shell): void {
  const client = program
    .command('client')
    .description('manage clients, the programs and people that call the interface');

  client
    .command('add')
    .description('add a client and print its secret, which is shown only once')
    .argument('<name>', 'the name of the client')
    .addOption(
      new Option('--scope <scope...>', 'what its tokens may be used for (default: sites:read schedules:write)').choices(
        SCOPES,
      ),
    )
    .action((name: string, options: { scope?: Scope[] }) => addClient(shell, name, options.scope));

  client
    .command('list')
    .description('list the clients, sorted by name')
    .action(() => listClients(shell));

  client
    .command('show')
    .description('show a client with its grants and mappings')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => showClient(shell, idOrName));

  client
    .command('disable')
    .description('lock a client out at once; its tokens, sessions and sign-in links end for good')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => setClientEnabled(shell, idOrName, false));

  client
    .command('enable')
    .description('let a client in again')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => setClientEnabled(shell, idOrName, true));

  client
    .command('remove')
    .description('remove a client with its secrets, grants and mappings')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => removeClient(shell, idOrName));

  client
    .command('secret')
    .description('manage the secrets of a client')
    .command('add')
    .description('make another secret; the previous one stays valid, any older one ends with what was made with it')
    .argument('<client>', CLIENT)
    .option('--until <instant>', 'when the secret ends by itself')
    .action((idOrName: string, { until }: { until?: string }) => addClientSecret(shell, idOrName, until));

  client
    .command('sessions')
    .description('manage where a client is signed in')
    .command('end')
    .description('end its sessions in the console, its unused sign-in links and all its tokens')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => endClientSessions(shell, idOrName));

  mappingCommand(client, shell, 'map');
  mappingCommand(client, shell, 'unmap');
}

function mappingCommand(client: Command, shell: Shell, verb: 'map' | 'unmap'): void {
  const effect = verb === 'map' ? 'let a subject' : 'no longer let a subject';
  client
    .command(verb)
    .description(`${effect} of an outside issuer act as this client`)
    .argument('<client>', CLIENT)
    .requiredOption('--issuer <url>', 'the `iss` claim of its tokens')
    .requiredOption('--subject <sub>', 'the `sub` claim of its tokens')
    .action((idOrName: string, mapping: { issuer: string; subject: string }) =>
      changeMapping(shell, idOrName, { verb, ...mapping }),
    );
}
