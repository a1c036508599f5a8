import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findClient } from './find-client.ts';

export async function setClientEnabled(shell: Shell, idOrName: string, isEnabled: boolean): Promise<void> {
  const registry = shell.registry();
  const { clientId } = await findClient(registry, idOrName);
  const client = await registry.setClientEnabled(clientId, isEnabled);
  shell.print(client, sentence`${isEnabled ? 'Enabled' : 'Disabled'} the client ${client.clientName} (${clientId}).`);
}
