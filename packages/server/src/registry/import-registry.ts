import { randomUUID } from 'node:crypto';
import {
  AppError,
  type ClientId,
  type Grant,
  type KeptClient,
  type KeptSite,
  parseSiteId,
  type RegistryDocument,
  type RegistryImport,
  type SiteId,
  type SubjectMapping,
} from '@setpoint/contract';
import { makeSecret } from '../identity/make-secret.ts';
import type { Store } from '../store/store.ts';
import type { StoredClient } from './list-clients.ts';
import { ALL_SITES, putGrant } from '../access/put-grant.ts';
import { isTimeZone } from '../wire/is-time-zone.ts';
import { allClients, allSites } from './export-registry.ts';
import { addClient } from './add-client.ts';
import { addSite } from './add-site.ts';
import { changeClient } from './change-client.ts';
import { changeSite } from './change-site.ts';
import { mapSubject } from './map-subject.ts';

export interface Importing {
  readonly store: Store;
  readonly now: () => number;
  readonly callerId: ClientId;
  readonly document: RegistryDocument;
  readonly isDryRun: boolean;
}

type Made = Pick<RegistryImport, 'controllerKeys' | 'clientSecrets'>;

/** One thing that an import does. */
interface Step {
  readonly text: string;
  readonly apply: () => Promise<void>;
}

/** Adds and changes what a document names, a durable step at a time. */
export async function importRegistry(importing: Importing): Promise<RegistryImport> {
  const made: Made = { controllerKeys: [], clientSecrets: [] };
  const { document, isDryRun } = importing;
  const sites = await presentSites(importing.store);
  checkSites(document.sites);
  checkClients(document, new Set([...sites.keys(), ...document.sites.map(({ siteId }) => siteId.toLowerCase())]));
  const steps = [...siteSteps(importing, sites, made), ...(await clientSteps(importing, made))];
  for (const { apply } of isDryRun ? [] : steps) await apply();
  return { isDryRun, steps: steps.map(({ text }) => text), ...made };
}

async function presentSites(store: Store): Promise<Map<string, KeptSite>> {
  const sites = new Map<string, KeptSite>();
  for await (const page of allSites(store)) for (const site of page) sites.set(site.siteId, site);
  return sites;
}

function checkSites(sites: readonly KeptSite[]): void {
  const named = new Set<string>();
  for (const [index, { siteId, timeZone }] of sites.entries()) {
    const place = `sites[${index}]`;
    const known = parseSiteId(siteId);
    if (known === undefined) throw wrong(`${place}.siteId: must be a UUID`);
    if (named.has(known)) throw wrong(`${place}.siteId: ${known} is named twice`);
    if (!isTimeZone(timeZone)) throw wrong(`${place}.timeZone: must be the name of a time zone, such as Europe/Berlin`);
    named.add(known);
  }
}

function checkClients({ clients }: RegistryDocument, siteIds: ReadonlySet<string>): void {
  const named = new Set<string>();
  for (const [index, { clientName, grants }] of clients.entries()) {
    const place = `clients[${index}]`;
    if (named.has(clientName)) throw wrong(`${place}.clientName: ${clientName} is named twice`);
    named.add(clientName);
    for (const [at, { siteId, allSites: all }] of grants.entries()) {
      if ((siteId === undefined) === (all === undefined)) {
        throw wrong(`${place}.grants[${at}]: give either siteId or allSites`);
      }
      if (siteId !== undefined && !siteIds.has(siteId.toLowerCase())) {
        throw wrong(`${place}.grants[${at}].siteId: there is no such site`);
      }
    }
  }
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}

function siteSteps({ store, now, document }: Importing, present: Map<string, KeptSite>, made: Made): Step[] {
  return document.sites.flatMap(({ siteName, timeZone, notes, ...site }): Step[] => {
    const siteId = site.siteId.toLowerCase() as SiteId;
    const fields = { siteName, timeZone, notes };
    const before = present.get(siteId);
    if (before === undefined) {
      const apply = async () => {
        const key = makeSecret('sck_');
        const controllerKey = { keyId: randomUUID(), keyHash: key.hash };
        const { kind } = await store.write(addSite, { siteId, ...fields, controllerKey, now: now() });
        if (kind === 'site_exists') throw new AppError('conflict', `there is already a site ${siteId}`);
        made.controllerKeys.push({ siteId, siteName, controllerKey: key.text });
      };
      return [{ text: `add the site ${siteName} (${siteId})`, apply }];
    }
    const names = (['siteName', 'timeZone', 'notes'] as const).filter((name) => before[name] !== fields[name]);
    const apply = () => store.write(changeSite, { siteId, ...fields, now: now() }).then(() => undefined);
    return names.length === 0 ? [] : [{ text: `change ${names.join(', ')} of the site ${siteName}`, apply }];
  });
}

async function clientSteps(importing: Importing, made: Made): Promise<Step[]> {
  const { store, now, document, callerId } = importing;
  const present = new Map<string, StoredClient>();
  for await (const page of allClients(store)) for (const client of page) present.set(client.clientName, client);
  return document.clients.flatMap((client): Step[] => {
    const { clientName, scopes, isEnabled } = client;
    const before = present.get(clientName);
    if (before?.clientId === callerId && !isEnabled) {
      throw new AppError('conflict', 'a client cannot disable itself; let another operator do it');
    }
    const clientId = before?.clientId ?? (randomUUID() as string as ClientId);
    const apply = async () => {
      const secret = makeSecret('scs_');
      await store.write(addClient, { clientId, clientName, scopes, secretHash: secret.hash, now: now() });
      made.clientSecrets.push({ clientId, clientName, clientSecret: secret.text });
    };
    const added = before === undefined ? [{ text: `add the client ${clientName}`, apply }] : [];
    const state = before ?? { grants: [], subjects: [], isEnabled: true };
    return [...added, ...accessSteps(store, { client, before: state, clientId })];
  });
}

interface Access {
  readonly client: KeptClient;
  readonly before: Pick<StoredClient, 'grants' | 'subjects' | 'isEnabled'>;
  readonly clientId: ClientId;
}

function accessSteps(store: Store, { client, before, clientId }: Access): Step[] {
  const { clientName, isEnabled } = client;
  const grants = missing<Grant>(client.grants, before.grants).map(({ siteId, can }) => ({
    text: `let ${clientName} ${can} ${siteId ?? 'all sites'}`,
    apply: () => putGrantOrThrow(store, clientId, { siteId, canSchedule: can === 'schedule' }),
  }));
  const subjects = missing<SubjectMapping>(client.subjects, before.subjects).map((mapping) => ({
    text: `let ${mapping.subject} of ${mapping.issuer} act as ${clientName}`,
    apply: () => mapSubjectOrThrow(store, clientId, mapping),
  }));
  const enabling = {
    text: `${isEnabled ? 'enable' : 'disable'} ${clientName}`,
    apply: () => store.write(changeClient, { clientId, isEnabled }).then(() => undefined),
  };
  return [...grants, ...subjects, ...(isEnabled === before.isEnabled ? [] : [enabling])];
}

interface Wanted {
  readonly siteId: string | undefined;
  readonly canSchedule: boolean;
}

async function putGrantOrThrow(store: Store, clientId: ClientId, { siteId, canSchedule }: Wanted): Promise<void> {
  const granted = siteId === undefined ? ALL_SITES : (siteId.toLowerCase() as SiteId);
  const { kind } = await store.write(putGrant, { clientId, siteId: granted, canSchedule });
  if (kind !== 'granted') throw new AppError('conflict', 'a site or client was removed meanwhile');
}

async function mapSubjectOrThrow(store: Store, clientId: ClientId, mapping: SubjectMapping): Promise<void> {
  const { kind } = await store.write(mapSubject, { clientId, ...mapping });
  if (kind !== 'mapped')
    throw new AppError('conflict', `${mapping.subject} acts as another client; unmap it there first`);
}

function missing<Item extends object>(wanted: readonly Item[], present: readonly Item[]): Item[] {
  const nameOf = (item: Item) =>
    JSON.stringify(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const known = new Set(present.map(nameOf));
  return wanted.filter((item) => !known.has(nameOf(item)));
}
