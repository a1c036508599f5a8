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

/** All groups that were named here, by name, some at a time. */
export async function* allGroups(store: Store): AsyncGenerator<StoredGroup[]> {
  let after = { name: '', id: '' };
  for (;;) {
    const rows = await store.read(listGroups, { after, limit: ROWS_AT_ONCE });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = { name: last.groupName, id: last.groupId };
  }
}

/** All persons there are, by name, some at a time. */
export async function* allPersons(store: Store): AsyncGenerator<StoredPerson[]> {
  let after = { name: '', id: '' };
  for (;;) {
    const rows = await store.read(listPersons, { after, limit: ROWS_AT_ONCE });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = { name: last.personName, id: last.personId };
  }
}

/** All pools there are, by name, each with the members that it has or will have. */
export async function* allPools(
  store: Store,
  now: number,
): AsyncGenerator<{ readonly pool: StoredPool; readonly members: readonly ListedMember[] }> {
  let after = { poolName: '', poolId: '' };
  for (;;) {
    const pools = await store.read(listPools, { after, limit: ROWS_AT_ONCE, seenBy: null });
    for (const pool of pools) yield { pool, members: await allMembers(store, pool, now) };
    const last = pools.at(-1);
    if (last === undefined || pools.length < ROWS_AT_ONCE) return;
    after = { poolName: last.poolName, poolId: last.poolId };
  }
}

async function allMembers(store: Store, { poolId }: StoredPool, now: number): Promise<ListedMember[]> {
  const members: ListedMember[] = [];
  for (;;) {
    const { siteId, from } = members.at(-1) ?? { siteId: '', from: 0 };
    const after = { siteId, from };
    const page = await store.read(listPoolMembers, { poolId, after, limit: MEMBERS_AT_ONCE, now });
    members.push(...page);
    if (page.length < MEMBERS_AT_ONCE) return members;
  }
}

/** The text of the registry as one document, some of it at a time. */
export async function* registryTexts(store: Store, now: number): AsyncGenerator<string> {
  yield '{"format":"setpoint-registry-1","sites":[';
  yield* listText(allSites(store), (site) => site);
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
