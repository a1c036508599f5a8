import { type RegisteredClient, SCOPES, type Scope } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { sentence } from '../text/printable.ts';
import { addClientSecret } from './add-client-secret.ts';
import { addClient } from './add-client.ts';
import { changeClient, type ChangeClientOptions } from './change-client.ts';
import { grantText } from './grant-text.ts';
import { showClient } from './show-client.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesHere } from '../shell/times-in.ts';
import { removalOf } from '../shell/removal-of.ts';
import { subjectCommands } from './subject-commands.ts';
import { withExamples } from '../shell/with-examples.ts';

/** `setpoint client …` */
export function clientCommands(program: Command, shell: Shell): void {
  const client = program
    .command('client')
    .description('manage clients, the programs and people that call the interface');
  withExamples(
    client
      .command('add')
      .description('add a client and print its secret, which is shown only once')
      .argument('<name>', 'the name of the client')
      .addOption(
        new Option('--scope <scope...>', 'the scopes of its tokens (default: sites:read schedules:write)').choices(
          SCOPES,
        ),
      )
      .action((name: string, options: { scope?: Scope[] }) => addClient(shell, name, options.scope)),
    'setpoint client add Optimiser --scope sites:read schedules:write',
  );
  client
    .command('list')
    .description('list the clients, sorted by name')
    .action(() => listClients(shell));
  const one = commandsOn(client, shell, 'client');
  one('show', 'show a client with its grants and mappings', (found) => showClient(shell, found));
  one(
    'change',
    'change the name or the scopes of a client; with a scope less, its tokens and sessions end',
    (found, options) => changeClient(shell, found, options as ChangeClientOptions),
  )
    .option('--name <name>', 'its new name')
    .addOption(new Option('--scope <scope...>', 'its scopes from now on, in place of those it has').choices(SCOPES));
  one('disable', 'lock a client out at once; its tokens, sessions and sign-in links end permanently', (found) =>
    setEnabled(shell, found, false),
  );
  one('enable', 'let a client in again, with its secrets; ended tokens and sessions stay ended', (found) =>
    setEnabled(shell, found, true),
  );
  removalOf(client, shell, {
    noun: 'client',
    description: 'remove a client with its secrets, grants and mappings; schedules that it set stay',
    losing: 'with its secrets, grants and mappings',
    remove: async ({ clientId, clientName }) => {
      await shell.client().registry.removeClient(clientId);
      shell.print({ clientId, clientName, isRemoved: true }, sentence`Removed the client ${clientName} (${clientId}).`);
    },
  });
  credentialCommands(client, shell);
  subjectCommands(client, shell);
}

function credentialCommands(client: Command, shell: Shell): void {
  const secret = commandsOn(client.command('secret').description('manage the secrets of a client'), shell, 'client');
  secret(
    'add',
    'make another secret; the previous one stays valid, older ones end with all made with them; after a leak, run it twice',
    ({ clientId }, options: { until?: string }) => addClientSecret(shell, clientId, timesHere(options).until),
  ).addOption(timeOption('--until <time>', 'when the secret ends by itself'));
  const sessions = commandsOn(
    client.command('sessions').description('manage the sessions of a client'),
    shell,
    'client',
  );
  sessions(
    'end',
    'end its sessions in the console, its unused sign-in links and all its tokens',
    async ({ clientId, clientName }) => {
      await shell.client().registry.endClientSessions(clientId);
      const text = sentence`Ended the sessions, sign-in links and tokens of ${clientName}. Its secrets stay valid.`;
      shell.print({ clientId, isEnded: true }, text);
    },
  );
}

async function listClients(shell: Shell): Promise<void> {
  const clients = await collect(shell.client().registry.clients());
  const columns: Columns<RegisteredClient> = {
    'CLIENT ID': ({ clientId }) => clientId,
    NAME: ({ clientName }) => clientName,
    STATE: ({ isEnabled }) => (isEnabled ? 'enabled' : 'disabled'),
    SCOPES: ({ scopes }) => scopes.join(' '),
    GRANTS: ({ grants }) => grants.map(grantText).join(', '),
  };
  shell.print({ clients }, listText(clients, columns));
}

async function setEnabled(shell: Shell, { clientId }: RegisteredClient, isEnabled: boolean): Promise<void> {
  const client = await shell.client().registry.setClientEnabled(clientId, isEnabled);
  shell.print(client, sentence`${isEnabled ? 'Enabled' : 'Disabled'} the client ${client.clientName} (${clientId}).`);
}
