import { parseClientId, type RegisteredClient } from '@setpoint/contract';
import type { RegistryCalls } from '@setpoint/client';
import { collect, onlyOne } from '../shell/only-one.ts';

/** The client with this id, or with this name if no other client has it. */
export async function findClient(registry: RegistryCalls, idOrName: string): Promise<RegisteredClient> {
  const clientId = parseClientId(idOrName);
  if (clientId !== undefined) return registry.readClient(clientId);
  const found = await collect(registry.clients(), (client) => client.clientName === idOrName);
  return onlyOne(found, { noun: 'client', name: idOrName, ids: found.map((client) => client.clientId) });
}
