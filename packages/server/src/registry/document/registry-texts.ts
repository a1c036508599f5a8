import type { KeptClient, KeptGroup, KeptPerson, KeptPool, KeptSite } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { listGroups, type StoredGroup } from '../../people/list-groups.ts';
import { listPersons, type StoredPerson } from '../../people/list-persons.ts';
import { listPoolMembers, type ListedMember } from '../../pools/members/list-pool-members.ts';
import { listPools, type StoredPool } from '../../pools/list-pools.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Store } from '../../store/store.ts';
import { listClients, type StoredClient } from '../clients/list-clients.ts';
import { listRegisteredSites } from '../sites/list-registered-sites.ts';
import type { StoredRegistration } from '../sites/read-registered-site.ts';

const ROWS_AT_ONCE = 200;
const MEMBERS_AT_ONCE = 1_000;

/** All of a list by name, some at a time: each page begins behind the last row of the one before. */
async function* pagesOf<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  limit = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, limit);
    yield rows;
    last = rows.at(-1);
    if (rows.length < limit) return;
  }
}

export function allSites(store: Store): AsyncGenerator<StoredRegistration[]> {
  return pagesOf((last, limit) => {
    return store.read(listRegisteredSites, { after: last ?? { siteName: '', siteId: '' }, limit });
  });
}

export function allClients(store: Store): AsyncGenerator<StoredClient[]> {
  return pagesOf((last, limit) => {
    return store.read(listClients, { after: last ?? { clientName: '', clientId: '' }, limit });
  });
}

export function allGroups(store: Store): AsyncGenerator<StoredGroup[]> {
  return pagesOf((last, limit) => {
    return store.read(listGroups, { after: { name: last?.groupName ?? '', id: last?.groupId ?? '' }, limit });
  });
}

export function allPersons(store: Store): AsyncGenerator<StoredPerson[]> {
  return pagesOf((last, limit) => {
    return store.read(listPersons, { after: { name: last?.personName ?? '', id: last?.personId ?? '' }, limit });
  });
}

/** All pools there are, by name, each with the members that it has or will have. */
export async function* allPools(
  store: Store,
  now: number,
): AsyncGenerator<{ readonly pool: StoredPool; readonly members: readonly ListedMember[] }> {
  const pages = pagesOf<StoredPool>((last, limit) => {
    return store.read(listPools, { after: last ?? { poolName: '', poolId: '' }, limit, seenBy: null });
  });
  for await (const pools of pages) {
    for (const pool of pools) yield { pool, members: await allMembers(store, pool, now) };
  }
}

async function allMembers(store: Store, { poolId }: StoredPool, now: number): Promise<ListedMember[]> {
  const pages = pagesOf<ListedMember>((last, limit) => {
    return store.read(listPoolMembers, { poolId, after: last ?? { siteId: '', from: 0 }, limit, now });
  }, MEMBERS_AT_ONCE);
  const members: ListedMember[] = [];
  for await (const page of pages) members.push(...page);
  return members;
}

export async function rowsBy<Row>(pages: AsyncIterable<Row[]>, keyOf: (row: Row) => string): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for await (const page of pages) for (const row of page) rows.set(keyOf(row), row);
  return rows;
}

/** The text of the registry as one document, some of it at a time. */
export async function* registryTexts(store: Store, now: number): AsyncGenerator<string> {
  yield '{"format":"setpoint-registry-1","sites":[';
  yield* listText(allSites(store), keptSite);
  yield '],"pools":[';
  yield* listText(onePerPage(allPools(store, now)), keptPool);
  yield '],"clients":[';
  yield* listText(allClients(store), keptClient);
  yield '],"groups":[';
  yield* listText(allGroups(store), keptGroup);
  yield '],"persons":[';
  yield* listText(allPersons(store), keptPerson);
  yield ']}';
}

async function* listText<Row>(pages: AsyncIterable<Row[]>, keptOf: (row: Row) => object): AsyncGenerator<string> {
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(keptOf(row))).join(',');
    separator = ',';
  }
}

async function* onePerPage<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  for await (const row of rows) yield [row];
}

function keptSite({ siteId, siteName, timeZone, notes, holdSeconds }: StoredRegistration): KeptSite {
  return { siteId, siteName, timeZone, notes, holdSeconds };
}

function keptClient({ clientName, isEnabled, scopes, grants, subjects }: StoredClient): KeptClient {
  return { clientName, isEnabled, scopes: [...scopes], grants: [...grants], subjects: [...subjects] };
}

function keptGroup({ issuer, groupName, roles }: StoredGroup): KeptGroup {
  return { issuer, groupName, roles: [...roles] };
}

function keptPerson({ issuer, subject, personName, isEnabled, roles }: StoredPerson): KeptPerson {
  return { issuer, subject, personName, isEnabled, roles: [...roles] };
}

function keptPool({ pool, members }: { pool: StoredPool; members: readonly ListedMember[] }): KeptPool {
  const kept = members.map(({ siteId, from, to, role, rank, rampKwPerSecond }) => {
    return { siteId, from: instantText(from), to: to === NEVER ? null : instantText(to), role, rank, rampKwPerSecond };
  });
  return { ...pool, members: kept };
}
