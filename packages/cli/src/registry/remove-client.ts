import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findClient } from './find-client.ts';

export async function removeClient(shell: Shell, idOrName: string): Promise<void> {
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  await registry.removeClient(clientId);
  shell.print({ clientId, clientName, isRemoved: true }, sentence`Removed the client ${clientName} (${clientId}).`);
}
