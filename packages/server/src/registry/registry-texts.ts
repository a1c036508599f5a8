import type { KeptClient, KeptSite } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { listClients, type StoredClient } from './list-clients.ts';
import { listRegisteredSites } from './list-registered-sites.ts';
import type { StoredRegistration } from './read-registered-site.ts';

const ROWS_AT_ONCE = 200;

/** All sites there are, by name, some at a time. */
export async function* allSites(store: Store): AsyncGenerator<KeptSite[]> {
  let after = { siteName: '', siteId: '' };
  for (;;) {
    const rows = await store.read(listRegisteredSites, { after, limit: ROWS_AT_ONCE });
    yield rows.map(keptSite);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = { siteName: last.siteName, siteId: last.siteId };
  }
}

/** All clients there are, by name, some at a time. */
export async function* allClients(store: Store): AsyncGenerator<StoredClient[]> {
  let after = { clientName: '', clientId: '' };
  for (;;) {
    const rows = await store.read(listClients, { after, limit: ROWS_AT_ONCE });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = { clientName: last.clientName, clientId: last.clientId };
  }
}

/** The text of the registry as one document, some of it at a time. */
export async function* registryTexts(store: Store): AsyncGenerator<string> {
  let separator = '{"format":"setpoint-registry-1","sites":[';
  for await (const sites of allSites(store)) {
    if (sites.length === 0) continue;
    yield separator + sites.map((site) => JSON.stringify(site)).join(',');
    separator = ',';
  }
  yield separator === ',' ? ']' : `${separator}]`;
  separator = ',"clients":[';
  for await (const clients of allClients(store)) {
    if (clients.length === 0) continue;
    yield separator + clients.map((client) => JSON.stringify(keptClient(client))).join(',');
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

function keptSite({ siteId, siteName, timeZone, notes, holdSeconds }: StoredRegistration): KeptSite {
  return { siteId, siteName, timeZone, notes, holdSeconds };
}

function keptClient({ clientName, isEnabled, scopes, grants, subjects }: StoredClient): KeptClient {
  return { clientName, isEnabled, scopes: [...scopes], grants: [...grants], subjects: [...subjects] };
}
