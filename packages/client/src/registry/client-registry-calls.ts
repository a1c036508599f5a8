import {
  type AddClientRequest,
  type AddedClient,
  type ClientSecretResponse,
  PATHS,
  type RegisteredClient,
} from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';
import type { EndDate } from './controller-key-calls.ts';

/** The clients in the registry. */
export interface ClientRegistryCalls {
  /** Adds a client; the secret in the answer is shown only once. */
  addClient(client: AddClientRequest): Promise<AddedClient>;
  readClient(clientId: string): Promise<RegisteredClient>;
  /** All clients, sorted by name, fetched page by page. */
  clients(): AsyncGenerator<RegisteredClient>;
  /** Enables or disables a client. A disabled one is refused at once; its tokens and sessions end for good. */
  setClientEnabled(clientId: string, isEnabled: boolean): Promise<RegisteredClient>;
  removeClient(clientId: string): Promise<void>;
  /** Makes another secret. The one before it stays valid; older ones end, and what was made with them. */
  addClientSecret(clientId: string, end?: EndDate): Promise<ClientSecretResponse>;
  /** Ends the sessions of a client in the console, its unused sign-in links and all its tokens. */
  endClientSessions(clientId: string): Promise<void>;
}

export function createClientRegistryCalls({ ask, each }: Connection): ClientRegistryCalls {
  const path = PATHS.fleetClient;
  return {
    addClient: (body) => ask({ method: 'POST', path: PATHS.fleetClients, body }),
    readClient: (clientId) => ask({ method: 'GET', path, params: { clientId } }),
    clients: () => each('clients', { path: PATHS.fleetClients }),
    setClientEnabled: (clientId, isEnabled) =>
      ask({ method: 'PATCH', path, params: { clientId }, body: { isEnabled } }),
    removeClient: (clientId) => ask({ method: 'DELETE', path, params: { clientId } }),
    addClientSecret: (clientId, { endsAt } = {}) =>
      ask({ method: 'POST', path: PATHS.fleetClientSecrets, params: { clientId }, query: { endsAt } }),
    endClientSessions: (clientId) => ask({ method: 'DELETE', path: PATHS.fleetClientSessions, params: { clientId } }),
  };
}
