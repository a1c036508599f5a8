import type { RegisteredClient } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { grantText } from './grant-text.ts';

export async function listClients(shell: Shell): Promise<void> {
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
