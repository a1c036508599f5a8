import {
  type AddClientRequest,
  type AddClientResponse,
  type AddControllerKeyResponse,
  type AddSiteRequest,
  type AddSiteResponse,
  type ChangeSiteRequest,
  type ClientSecretResponse,
  type ControllerKeyList,
  type Grant,
  PATHS,
  type RegisteredClient,
  type RegisteredClientList,
  type RegisteredSite,
  type RegisteredSiteList,
  type RegistryDocument,
  type RegistryImport,
  type SubjectMapping,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';
import { pagesOf } from '../http/pages-of.ts';

/** Which sites are wanted: by a part of the name, and by how they are. */
export interface SiteFilter {
  readonly name?: string | undefined;
  readonly online?: boolean | undefined;
  readonly state?: RegisteredSite['state'] | undefined;
  readonly issues?: boolean | undefined;
}

/** The registry of sites and clients: for clients with the scope `fleet:admin`. */
export interface RegistryCalls {
  /** Adds a site; the controller key in the answer is shown this once. */
  addSite(site: AddSiteRequest): Promise<AddSiteResponse>;
  readSite(siteId: string): Promise<RegisteredSite>;
  /** All sites there are, by name, fetched page by page. */
  sites(filter?: SiteFilter): AsyncGenerator<RegisteredSite>;
  /** Removes a site, named once more lest a wrong id be enough, with its schedules, its history and every grant of it. */
  removeSite(siteId: string, siteName: string): Promise<void>;
  /** Changes the name, the time zone or the notes of a site. */
  changeSite(siteId: string, change: ChangeSiteRequest): Promise<RegisteredSite>;
  listControllerKeys(siteId: string): Promise<ControllerKeyList>;
  /** Makes another controller key, two at most; it is shown this once. */
  addControllerKey(siteId: string): Promise<AddControllerKeyResponse>;
  /** Ends a controller key and the connections made with it. */
  revokeControllerKey(siteId: string, keyId: string): Promise<void>;
  /** Adds a client; the secret in the answer is shown this once. */
  addClient(client: AddClientRequest): Promise<AddClientResponse>;
  readClient(clientId: string): Promise<RegisteredClient>;
  /** All clients there are, by name, fetched page by page. */
  clients(): AsyncGenerator<RegisteredClient>;
  /** Lets a client in or shuts it out, whatever tokens it holds. */
  setClientEnabled(clientId: string, isEnabled: boolean): Promise<RegisteredClient>;
  removeClient(clientId: string): Promise<void>;
  /** Makes another secret; the one before it stays good, any older one ends. */
  addClientSecret(clientId: string): Promise<ClientSecretResponse>;
  /** Lets a subject of an outside issuer act as this client. */
  mapSubject(clientId: string, mapping: SubjectMapping): Promise<SubjectMapping>;
  unmapSubject(clientId: string, mapping: SubjectMapping): Promise<void>;
  /** Sets what a client can do with one site, or with all. */
  putGrant(clientId: string, grant: Grant): Promise<Grant>;
  removeGrant(clientId: string, granted: Pick<Grant, 'siteId' | 'allSites'>): Promise<void>;
  /** All sites, clients and grants as one document, without secrets. */
  exportRegistry(): Promise<RegistryDocument>;
  /** Adds and changes what a document names; nothing is removed. Secrets in the answer are shown this once. */
  importRegistry(document: RegistryDocument, options?: { readonly dryRun?: boolean }): Promise<RegistryImport>;
}

export function createRegistryCalls(send: Send): RegistryCalls {
  return {
    ...siteRegistryCalls(send),
    ...controllerKeyCalls(send),
    ...clientRegistryCalls(send),
    ...accessCalls(send),
    async exportRegistry() {
      return (await send({ method: 'GET', path: PATHS.fleetRegistry })).body as RegistryDocument;
    },
    async importRegistry(body: RegistryDocument, { dryRun = false } = {}) {
      const query = dryRun ? { dryRun: 'true' } : {};
      return (await send({ method: 'POST', path: PATHS.fleetRegistry, query, body })).body as RegistryImport;
    },
  };
}

function siteRegistryCalls(send: Send) {
  return {
    async addSite(body: AddSiteRequest) {
      return (await send({ method: 'POST', path: PATHS.fleetSites, body })).body as AddSiteResponse;
    },
    async readSite(siteId: string) {
      return (await send({ method: 'GET', path: PATHS.fleetSite, params: { siteId } })).body as RegisteredSite;
    },
    async *sites({ name, online, state, issues }: SiteFilter = {}) {
      const query = { name, online: online?.toString(), state, issues: issues?.toString() };
      const pages = pagesOf<RegisteredSiteList>(send, { path: PATHS.fleetSites, query });
      for await (const page of pages) yield* page.sites;
    },
    async changeSite(siteId: string, body: ChangeSiteRequest) {
      return (await send({ method: 'PATCH', path: PATHS.fleetSite, params: { siteId }, body })).body as RegisteredSite;
    },
    async removeSite(siteId: string, siteName: string) {
      await send({ method: 'DELETE', path: PATHS.fleetSite, params: { siteId }, query: { name: siteName } });
    },
  };
}

function controllerKeyCalls(send: Send) {
  const path = PATHS.fleetSiteKeys;
  return {
    async listControllerKeys(siteId: string) {
      return (await send({ method: 'GET', path, params: { siteId } })).body as ControllerKeyList;
    },
    async addControllerKey(siteId: string) {
      return (await send({ method: 'POST', path, params: { siteId } })).body as AddControllerKeyResponse;
    },
    async revokeControllerKey(siteId: string, keyId: string) {
      await send({ method: 'DELETE', path: PATHS.fleetSiteKey, params: { siteId, keyId } });
    },
  };
}

function clientRegistryCalls(send: Send) {
  const path = PATHS.fleetClient;
  return {
    async addClient(body: AddClientRequest) {
      return (await send({ method: 'POST', path: PATHS.fleetClients, body })).body as AddClientResponse;
    },
    async readClient(clientId: string) {
      return (await send({ method: 'GET', path, params: { clientId } })).body as RegisteredClient;
    },
    async *clients() {
      const pages = pagesOf<RegisteredClientList>(send, { path: PATHS.fleetClients });
      for await (const page of pages) yield* page.clients;
    },
    async setClientEnabled(clientId: string, isEnabled: boolean) {
      const { body } = await send({ method: 'PATCH', path, params: { clientId }, body: { isEnabled } });
      return body as RegisteredClient;
    },
    async removeClient(clientId: string) {
      await send({ method: 'DELETE', path, params: { clientId } });
    },
    async addClientSecret(clientId: string) {
      const { body } = await send({ method: 'POST', path: PATHS.fleetClientSecrets, params: { clientId } });
      return body as ClientSecretResponse;
    },
  };
}

function accessCalls(send: Send) {
  return {
    async mapSubject(clientId: string, mapping: SubjectMapping) {
      const path = PATHS.fleetClientSubjects;
      return (await send({ method: 'PUT', path, params: { clientId }, body: mapping })).body as SubjectMapping;
    },
    async unmapSubject(clientId: string, { issuer, subject }: SubjectMapping) {
      const path = PATHS.fleetClientSubjects;
      await send({ method: 'DELETE', path, params: { clientId }, query: { issuer, subject } });
    },
    async putGrant(clientId: string, grant: Grant) {
      const path = PATHS.fleetClientGrants;
      return (await send({ method: 'PUT', path, params: { clientId }, body: grant })).body as Grant;
    },
    async removeGrant(clientId: string, { siteId, allSites }: Pick<Grant, 'siteId' | 'allSites'>) {
      const query = { siteId, allSites: allSites === true ? 'true' : undefined };
      await send({ method: 'DELETE', path: PATHS.fleetClientGrants, params: { clientId }, query });
    },
  };
}
