import { type Grant, type RegisteredClient, type Scope, SCOPES, type SubjectMapping } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { sentence } from '../text/printable.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesHere } from '../shell/times-in.ts';
import { removalOf } from '../shell/removal-of.ts';
import { withExamples } from '../shell/with-examples.ts';
import { replaceOperatorSecret } from '../shell/replace-operator-secret.ts';
import { fieldsText } from '../text/fields-text.ts';
import { endFields } from './end-fields.ts';
import { noteSameName } from '../shell/note-same-name.ts';

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

async function addClientSecret(shell: Shell, clientId: string, until: string | undefined): Promise<void> {
  const added = await shell.client().registry.addClientSecret(clientId, { endsAt: until });
  if (until === undefined) replaceOperatorSecret(shell, added);
  const fields = fieldsText([
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
    ...endFields(added),
  ]);
  shell.print(added, `Made another secret. Keep it: it is not shown again. The previous one stays valid.\n${fields}`);
}

function showClient(shell: Shell, client: RegisteredClient): void {
  const fields: [string, string][] = [
    ['name', client.clientName],
    ['client id', client.clientId],
    ['state', client.isEnabled ? 'enabled' : 'disabled'],
    ['scopes', client.scopes.join(' ')],
    ['added', client.createdAt],
  ];
  for (const grant of client.grants) fields.push(['grant', grantText(grant)]);
  for (const { issuer, subject } of client.subjects) fields.push(['mapped', `${subject} of ${issuer}`]);
  shell.print(client, fieldsText(fields));
}

async function addClient(shell: Shell, clientName: string, scopes: Scope[] | undefined): Promise<void> {
  const others = await collect(shell.client().registry.clients(), (client) => client.clientName === clientName);
  const added = await shell.client().registry.addClient({ clientName, ...(scopes === undefined ? {} : { scopes }) });
  const fields = fieldsText([
    ['name', added.clientName],
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
  ]);
  const next = `It cannot see any site yet. To grant it some: {setpoint} grant ${added.clientId} --all-sites --can read`;
  shell.print(added, `Added the client. Keep its secret: it is not shown again.\n${fields}\n${next}`);
  noteSameName(shell, { noun: 'client', name: clientName, ids: others.map((client) => client.clientId) });
}

interface ChangeClientOptions {
  readonly name?: string;
  readonly scope?: readonly Scope[];
}

async function changeClient(
  shell: Shell,
  { clientId, scopes: before }: RegisteredClient,
  { name, scope }: ChangeClientOptions,
): Promise<void> {
  const changed = await shell.client().registry.changeClient(clientId, {
    ...(name === undefined ? {} : { clientName: name }),
    ...(scope === undefined ? {} : { scopes: [...scope] }),
  });
  const { clientName, scopes } = changed;
  const isLess = before.some((one) => !scopes.includes(one));
  const ended = isLess ? ' Its tokens, sessions and sign-in links have ended; its secrets stay valid.' : '';
  shell.print(
    changed,
    sentence`Changed the client ${clientName} (${clientId}), with the scopes ${scopes.join(' ')}.${ended}`,
  );
}

function grantText({ siteId, poolId, can, endsAt }: Grant): string {
  return `${can} ${siteId ?? (poolId === undefined ? 'all sites' : `the pool ${poolId}`)}${endsAt === undefined ? '' : ` until ${endsAt}`}`;
}

/** `setpoint client subject …` */
function subjectCommands(client: Command, shell: Shell): void {
  const subject = client.command('subject').description('manage the subjects of outside issuers that act as a client');
  const one = commandsOn(subject, shell, 'client');
  const add = one('add', 'let a subject of an outside issuer act as this client', (found, mapping: SubjectMapping) =>
    mapSubject(shell, found, { ...mapping, isMapped: true }),
  );
  const remove = one(
    'remove',
    'stop a subject of an outside issuer from acting as this client',
    (found, mapping: SubjectMapping) => mapSubject(shell, found, { ...mapping, isMapped: false }),
  );
  for (const command of [add, remove]) {
    command
      .requiredOption('--issuer <url>', 'the `iss` claim of its tokens')
      .requiredOption('--subject <sub>', 'the `sub` claim of its tokens');
  }
}

async function mapSubject(
  shell: Shell,
  { clientId, clientName }: RegisteredClient,
  { issuer, subject, isMapped }: SubjectMapping & { readonly isMapped: boolean },
): Promise<void> {
  const { registry } = shell.client();
  if (isMapped) await registry.mapSubject(clientId, { issuer, subject });
  else await registry.unmapSubject(clientId, { issuer, subject });
  const effect = isMapped ? 'now acts' : 'no longer acts';
  const text = sentence`${subject} of ${issuer} ${effect} as ${clientName}.`;
  shell.print({ clientId, issuer, subject, isMapped }, text);
}
