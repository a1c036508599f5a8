import {
  type AddClientRequest,
  type AddedClient,
  type ChangeClientRequest,
  type ClientSecretResponse,
  PATHS,
  type RegisteredClient,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { EndDate } from './controller-key-calls.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** The clients in the registry. */
export interface ClientRegistryCalls {
  /** Adds a client; the secret in the answer is shown only once. */
  addClient(client: Unchanged<AddClientRequest>, options?: CallOptions): Promise<AddedClient>;
  readClient(clientId: string, options?: CallOptions): Promise<RegisteredClient>;
  /** All clients, sorted by name, fetched page by page. */
  clients(options?: CallOptions): AsyncGenerator<RegisteredClient>;
  /** Changes the name or the scopes of a client, disables or enables it. Its tokens and sessions end with a scope less. */
  changeClient(
    clientId: string,
    change: Unchanged<ChangeClientRequest>,
    options?: CallOptions,
  ): Promise<RegisteredClient>;
  /** Enables or disables a client. A disabled one is refused at once; its tokens and sessions end for ever. */
  setClientEnabled(clientId: string, isEnabled: boolean, options?: CallOptions): Promise<RegisteredClient>;
  removeClient(clientId: string, options?: CallOptions): Promise<void>;
  /** Makes another secret. The one before it stays valid; older ones end, and what was made with them. */
  addClientSecret(clientId: string, end?: EndDate, options?: CallOptions): Promise<ClientSecretResponse>;
  /** Ends the sessions of a client in the console, its unused sign-in links and all its tokens. */
  endClientSessions(clientId: string, options?: CallOptions): Promise<void>;
}

export function createClientRegistryCalls({ ask, each }: Connection): ClientRegistryCalls {
  const path = PATHS.fleetClient;
  return {
    addClient: (body, options) => ask({ method: 'POST', path: PATHS.fleetClients, body }, options),
    readClient: (clientId, options) => ask({ method: 'GET', path, params: { clientId } }, options),
    clients: (options) => each('clients', { path: PATHS.fleetClients }, options),
    changeClient: (clientId, body, options) => ask({ method: 'PATCH', path, params: { clientId }, body }, options),
    setClientEnabled: (clientId, isEnabled, options) =>
      ask({ method: 'PATCH', path, params: { clientId }, body: { isEnabled } }, options),
    removeClient: (clientId, options) => ask({ method: 'DELETE', path, params: { clientId } }, options),
    addClientSecret: (clientId, { endsAt } = {}, options) =>
      ask({ method: 'POST', path: PATHS.fleetClientSecrets, params: { clientId }, query: { endsAt } }, options),
    endClientSessions: (clientId, options) =>
      ask({ method: 'DELETE', path: PATHS.fleetClientSessions, params: { clientId } }, options),
  };
}
