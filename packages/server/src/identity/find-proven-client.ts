import { parseClientId } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { findClientBySecret, type FoundBySecret } from './find-client-by-secret.ts';
import { hashSecret } from './make-secret.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/** The enabled client that has this id and secret. */
export async function findProvenClient(
  store: Pick<Store, 'read'>,
  { clientId, secret }: ClientCredentials,
): Promise<FoundBySecret | undefined> {
  const parsedId = parseClientId(clientId);
  if (parsedId === undefined) return undefined;
  const client = await store.read(findClientBySecret, { clientId: parsedId, secretHash: hashSecret(secret) });
  return client?.isEnabled === true ? client : undefined;
}
