import { type Grant, type RegisteredClient, SCOPES, type Scope } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { findClient } from '../sites/find-site.ts';
import { fieldsText } from '../text/fields-text.ts';
import { tableText } from '../text/table-text.ts';
import type { Shell } from '../shell/shell.ts';

const CLIENT = 'its id or its name';

/** `setpoint client …` */
export function addClientCommands(program: Command, shell: Shell): void {
  const client = program.command('client').description('the clients of the registry: whoever calls the interface');

  client
    .command('add')
    .description('add a client and print its secret, which is shown this once')
    .argument('<name>', 'what people call it')
    .addOption(
      new Option('--scope <scope...>', 'what its tokens are good for (default: sites:read schedules:write)').choices(
        SCOPES,
      ),
    )
    .action((name: string, options: { scope?: Scope[] }) => addClient(shell, name, options.scope));

  client
    .command('list')
    .description('list all clients by name')
    .action(() => listClients(shell));

  client
    .command('show')
    .description('show one client with its grants and mappings')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => showClient(shell, idOrName));

  client
    .command('disable')
    .description('shut a client out, whatever tokens it holds')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => setEnabled(shell, idOrName, false));

  client
    .command('enable')
    .description('let a client in again')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => setEnabled(shell, idOrName, true));

  client
    .command('remove')
    .description('remove a client with its secrets, grants and mappings')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => removeClient(shell, idOrName));

  client
    .command('secret')
    .description('the secrets of a client')
    .command('add')
    .description('make another secret; the one before it stays good, any older one ends')
    .argument('<client>', CLIENT)
    .action((idOrName: string) => addSecret(shell, idOrName));

  addMappingCommand(client, shell, 'map');
  addMappingCommand(client, shell, 'unmap');
}

function addMappingCommand(client: Command, shell: Shell, verb: 'map' | 'unmap'): void {
  const effect = verb === 'map' ? 'let a subject' : 'no longer let a subject';
  client
    .command(verb)
    .description(`${effect} of an outside issuer act as this client`)
    .argument('<client>', CLIENT)
    .requiredOption('--issuer <url>', 'the `iss` of its tokens')
    .requiredOption('--subject <sub>', 'the subject that its tokens name')
    .action((idOrName: string, mapping: { issuer: string; subject: string }) =>
      changeMapping(shell, idOrName, { verb, ...mapping }),
    );
}

async function addClient(shell: Shell, clientName: string, scopes: Scope[] | undefined): Promise<void> {
  const added = await shell.registry().addClient({ clientName, ...(scopes === undefined ? {} : { scopes }) });
  const fields = fieldsText([
    ['name', added.clientName],
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
  ]);
  const next = `It can touch no site yet: npx setpoint grant ${added.clientId} --all-sites --can read`;
  shell.print(added, `Added the client. Keep its secret: it is not shown again.\n${fields}\n${next}`);
}

async function listClients(shell: Shell): Promise<void> {
  const clients: RegisteredClient[] = [];
  for await (const client of shell.registry().clients()) clients.push(client);
  const rows = clients.map((client) => [
    client.clientId,
    client.clientName,
    client.isEnabled ? 'enabled' : 'disabled',
    client.scopes.join(' '),
    client.grants.map(grantText).join(', '),
  ]);
  shell.print({ clients }, tableText(['CLIENT ID', 'NAME', 'STATE', 'SCOPES', 'GRANTS'], rows));
}

async function showClient(shell: Shell, idOrName: string): Promise<void> {
  const client = await findClient(shell.registry(), idOrName);
  const fields: [string, string][] = [
    ['name', client.clientName],
    ['client id', client.clientId],
    ['state', client.isEnabled ? 'enabled' : 'disabled'],
    ['scopes', client.scopes.join(' ')],
    ['added', client.createdAt],
  ];
  for (const grant of client.grants) fields.push(['grant', grantText(grant)]);
  for (const { issuer, subject } of client.subjects) fields.push(['acts for', `${subject} of ${issuer}`]);
  shell.print(client, fieldsText(fields));
}

async function setEnabled(shell: Shell, idOrName: string, isEnabled: boolean): Promise<void> {
  const registry = shell.registry();
  const { clientId } = await findClient(registry, idOrName);
  const client = await registry.setClientEnabled(clientId, isEnabled);
  shell.print(client, `${isEnabled ? 'Enabled' : 'Disabled'} the client ${client.clientName} (${clientId}).`);
}

async function removeClient(shell: Shell, idOrName: string): Promise<void> {
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  await registry.removeClient(clientId);
  shell.print({ clientId, clientName, isRemoved: true }, `Removed the client ${clientName} (${clientId}).`);
}

async function addSecret(shell: Shell, idOrName: string): Promise<void> {
  const registry = shell.registry();
  const { clientId } = await findClient(registry, idOrName);
  const added = await registry.addClientSecret(clientId);
  const fields = fieldsText([
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
  ]);
  shell.print(added, `Made another secret. Keep it: it is not shown again. The one before it stays good.\n${fields}`);
}

interface MappingChange {
  readonly verb: 'map' | 'unmap';
  readonly issuer: string;
  readonly subject: string;
}

async function changeMapping(shell: Shell, idOrName: string, change: MappingChange): Promise<void> {
  const { verb, issuer, subject } = change;
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  if (verb === 'map') await registry.mapSubject(clientId, { issuer, subject });
  else await registry.unmapSubject(clientId, { issuer, subject });
  const effect = verb === 'map' ? 'now acts' : 'no longer acts';
  shell.print(
    { clientId, issuer, subject, isMapped: verb === 'map' },
    `${subject} of ${issuer} ${effect} as ${clientName}.`,
  );
}

function grantText({ siteId, can }: Grant): string {
  return `${can} ${siteId ?? 'all sites'}`;
}
