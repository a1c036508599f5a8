import {
  type AddClientRequest,
  type AddedClient,
  type ChangeClientRequest,
  type ClientSecretResponse,
  type Grant,
  PATHS,
  type RegisteredClient,
  type RegistryDocument,
  type RegistryImport,
  type SigningKeyList,
  type SubjectMapping,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import { type ControllerKeyCalls, createControllerKeyCalls, type EndDate } from './controller-key-calls.ts';
import { createSiteRegistryCalls, type SiteRegistryCalls } from './site-registry-calls.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** The registry of sites and clients: for clients with the scope `fleet:admin`. */
export interface RegistryCalls
  extends SiteRegistryCalls, ControllerKeyCalls, ClientRegistryCalls, GrantCalls, SubjectCalls, SigningKeyCalls {
  /** All sites, pools, clients and grants as one document, without secrets. */
  exportRegistry(options?: CallOptions): Promise<RegistryDocument>;
  /** Adds and changes what a document names; nothing is removed. Secrets in the answer are shown only once. */
  importRegistry(
    document: RegistryDocument,
    options?: CallOptions & { readonly dryRun?: boolean },
  ): Promise<RegistryImport>;
}

export function createRegistryCalls(connection: Connection): RegistryCalls {
  const { ask } = connection;
  const path = PATHS.fleetRegistry;
  return {
    ...createSiteRegistryCalls(connection),
    ...createControllerKeyCalls(connection),
    ...createClientRegistryCalls(connection),
    ...createGrantCalls(connection),
    ...createSubjectCalls(connection),
    ...createSigningKeyCalls(connection),
    exportRegistry: (options) => ask({ method: 'GET', path }, options),
    importRegistry: (body, { dryRun = false, ...options } = {}) =>
      ask({ method: 'POST', path, query: dryRun ? { dryRun } : {}, body }, options),
  };
}

/** The keys that the service signs tokens with. */
interface SigningKeyCalls {
  listSigningKeys(options?: CallOptions): Promise<SigningKeyList>;
  /** Makes another signing key, which signs ten minutes later; tokens of the earlier ones stay valid. */
  rotateSigningKey(options?: CallOptions): Promise<SigningKeyList>;
  /** Ends a signing key, and every token that it signed. */
  revokeSigningKey(keyId: string, options?: CallOptions): Promise<void>;
}

function createSigningKeyCalls({ ask }: Connection): SigningKeyCalls {
  const path = PATHS.fleetSigningKeys;
  return {
    listSigningKeys: (options) => ask({ method: 'GET', path }, options),
    rotateSigningKey: (options) => ask({ method: 'POST', path }, options),
    revokeSigningKey: (keyId, options) =>
      ask({ method: 'DELETE', path: PATHS.fleetSigningKey, params: { keyId } }, options),
  };
}

/** Which subjects of outside issuers act as clients. */
interface SubjectCalls {
  /** Lets a subject of an outside issuer act as this client. */
  mapSubject(clientId: string, mapping: SubjectMapping, options?: CallOptions): Promise<SubjectMapping>;
  unmapSubject(clientId: string, mapping: SubjectMapping, options?: CallOptions): Promise<void>;
}

function createSubjectCalls({ ask }: Connection): SubjectCalls {
  const path = PATHS.fleetClientSubjects;
  return {
    mapSubject: (clientId, body, options) => ask({ method: 'PUT', path, params: { clientId }, body }, options),
    unmapSubject: (clientId, query, options) => ask({ method: 'DELETE', path, params: { clientId }, query }, options),
  };
}

/** The rights of clients on sites. */
interface GrantCalls {
  /** Sets what a client may do with one site, with the members of a pool, or with all sites. */
  putGrant(clientId: string, grant: Grant, options?: CallOptions): Promise<Grant>;
  removeGrant(
    clientId: string,
    granted: Pick<Grant, 'siteId' | 'poolId' | 'allSites'>,
    options?: CallOptions,
  ): Promise<void>;
}

function createGrantCalls({ ask }: Connection): GrantCalls {
  const path = PATHS.fleetClientGrants;
  return {
    putGrant: (clientId, body, options) => ask({ method: 'PUT', path, params: { clientId }, body }, options),
    removeGrant: (clientId, { siteId, poolId, allSites }, options) =>
      ask({ method: 'DELETE', path, params: { clientId }, query: { siteId, poolId, allSites } }, options),
  };
}

/** The clients in the registry. */
interface ClientRegistryCalls {
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

function createClientRegistryCalls({ ask, each }: Connection): ClientRegistryCalls {
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
