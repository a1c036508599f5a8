import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AssetScheduleCommand, type ClientId, parseUuid, SCOPES, type SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { membersFrom, NORTH } from '../../testing/members-from.ts';
import { makeTestPlace, type TestPlace } from '../../testing/make-test-place.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { ofTest } from '../../testing/of-tests.ts';
import { testFolder } from '../../testing/test-folder.ts';
import type { Store } from '../store/store.ts';
import { backupStore } from './backup-store.ts';
import { openPlace, readPlace } from './open-place.ts';
import { moveStore } from './move-store.ts';
import { raiseEpoch } from './raise-epoch.ts';
import { restoreStore } from './restore-store.ts';
import { listTables } from './tables.ts';
import { listSiteRights } from '../access/sites/list-site-rights.ts';
import { findClientBySecret } from '../identity/find-client-by-secret.ts';
import { hashSecret } from '../identity/make-secret.ts';
import { readOperatorFile } from '../registry/clients/operator-file.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { addSite } from '../registry/sites/add-site.ts';
import { putPoolGrant } from '../access/grants/put-pool-grant.ts';
import { removePoolGrant } from '../access/grants/remove-pool-grant.ts';
import { putPool } from '../pools/put-pool.ts';
import { packDivision, putDivision } from '../pools/signals/put-division.ts';
import { fromStoredBytes, type StoredBytes } from '../store/values/stored-bytes.ts';
import { fromStoredText } from '../store/values/stored-text.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { changeClient } from '../registry/clients/change-client.ts';
import { addGroup } from '../people/add-group.ts';
import { removeHolder } from '../people/remove-holder.ts';
import { putGrant } from '../access/grants/put-grant.ts';
import { removeGrant } from '../access/grants/remove-grant.ts';
import { revokeControllerKey } from '../registry/keys/revoke-controller-key.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
// More than are checked at once.
const SITES = 120;
const POOL = NORTH.poolId;
const CLIENT = '0a000000-0000-4000-8000-00000000000a' as string as ClientId;
const GROUP = '0a000000-0000-4000-8000-00000000000b' as string as ClientId;

describe.each(STORE_KINDS)('a backup of a store on %s', (from) => {
  let folder: string;
  let origin: TestPlace;
  let store: Store;
  let file: string;

  beforeEach(async () => {
    folder = testFolder();
    file = join(folder, 'setpoint.backup');
    origin = await ofTest(makeTestPlace(from, join(folder, 'origin')));
    store = await ofTest(origin.open());
    await fill(store);
  });

  it.each(STORE_KINDS)('is made beside the service, and holds all there was on %s, in a later epoch', async (to) => {
    const isWriting = { value: true };
    const writing = (async () => {
      for (let value = 0; isWriting.value; value += 1) await apply(store, 1, value);
    })();
    await backup();
    isWriting.value = false;
    await writing;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await using target = await makeTestPlace(to, join(folder, 'target'));
    const { sites, epoch } = await restore(target);
    expect([sites, epoch]).toEqual([SITES, Math.floor(NOW / 1_000)]);
    await expectSame(target.place);
    const again = await target.open();
    await expect(apply(again, 2, 7)).resolves.toMatchObject({ kind: 'accepted', version: 3 });
    await expectOperator(again);
    await again.close();
  });

  it('tells what it brings back that was taken back since', async () => {
    const ended = { clientId: CLIENT, siteId: siteId(3), endsAt: NOW - 1 };
    await store.write(putGrant, { ...ended, canSchedule: true });
    await store.write(addGroup, {
      groupId: GROUP,
      issuer: 'https://login.example.com',
      groupName: 'trading',
      now: NOW,
    });
    await backup();
    await store.write(removeHolder, { kind: 'group', id: GROUP });
    await store.write(revokeControllerKey, { siteId: siteId(1), keyId: 'key 1' });
    await store.write(removeGrant, { clientId: CLIENT, siteId: siteId(2) });
    await store.write(putGrant, { ...ended, canSchedule: false });
    await store.write(removePoolGrant, { clientId: CLIENT, poolId: POOL });
    await store.write(changeClient, { clientId: CLIENT, isEnabled: false, now: NOW });
    await using target = await makeTestPlace(from, join(folder, 'target'));
    const { returning } = await restore(target, origin.place);
    expect(returning).toEqual([
      { what: 'client', of: 'Desk', detail: CLIENT },
      { what: 'group', of: 'trading', detail: GROUP },
      { what: 'grant', of: 'Desk', detail: `read ${siteId(2)}` },
      { what: 'grant', of: 'Desk', detail: `schedule pool ${POOL}` },
      { what: 'controller key', of: 'Site 1', detail: 'key 1' },
    ]);
  });

  it('is not restored over anything, nor when a text in it is another than was set', async () => {
    await backup();
    await using target = await makeTestPlace(from, join(folder, 'target'));
    await expect(restore({ ...target, place: origin.place })).rejects.toThrow('not empty');
    const altered = new DatabaseSync(file);
    altered.exec(`UPDATE set_command SET text = replace(text, '5', '6') WHERE site_id = '${siteId(3)}'`);
    altered.close();
    await expect(restore(target)).rejects.toThrow(siteId(3));
    await backup(`${file}.1`);
    const hostile = new DatabaseSync(`${file}.1`);
    hostile.exec(`PRAGMA foreign_keys = OFF; UPDATE site SET site_id = site_id || ''' OR load_extension(''x'') --'`);
    hostile.close();
    await expect(restore(target, undefined, `${file}.1`)).rejects.toThrow('not the id of a site');
    writeFileSync(file, 'no backup');
    await expect(restore(target)).rejects.toThrow('file is not a database');
    await backup(`${file}.2`);
    const torn = readFileSync(`${file}.2`);
    writeFileSync(file, torn.fill(255, torn.length * 0.75));
    await expect(restore(target)).rejects.toThrow(`${file} is broken: `);
    await expect(restore(target, undefined, `${file}.2`)).resolves.toMatchObject({ sites: SITES });
  });

  async function expectSame(place: string): Promise<void> {
    await using restored = await readPlace(place);
    using fromFile = new DatabaseSync(file);
    // What the restore adds by itself: the epoch, what it records, an operator in the place of the one whose file is lost, and the end
    // of all that was made with secrets.
    const ended = new Set(['generation', 'good_from', 'ended_at']);
    const changed = new Set(['client', 'client_secret', 'site_grant']);
    const [head] = fromFile.prepare('SELECT sequence FROM audit_head').all();
    const upTo = `WHERE sequence <= ${Number(head?.['sequence'])}`;
    for (const { name, columns } of listTables()) {
      if (name === 'store_state' || name === 'audit_head') continue;
      const where = name === 'audit_record' ? upTo : changed.has(name) ? `WHERE client_id = '${CLIENT}'` : '';
      const compared = columns.map((column) => column.name).filter((column) => !ended.has(column));
      const text = `SELECT ${compared.join(', ')} FROM ${name} ${where} ORDER BY ${compared.join(', ')}`;
      const rows = fromFile.prepare(text).all();
      const found = await restored.query(text);
      expect([name, found.map(readable)]).toEqual([name, rows.map(readable)]);
    }
  }

  /** Whose secret lies in the data folder may do everything. */
  async function expectOperator(restored: Store): Promise<void> {
    const { clientId, clientSecret } = readOperatorFile(join(folder, 'target')) ?? { clientSecret: '' };
    if (clientId === undefined) throw new Error('there is no operator file');
    const secretHash = hashSecret(clientSecret);
    const operator = await restored.read(findClientBySecret, { clientId, secretHash });
    expect([operator?.isEnabled, operator?.scopes]).toEqual([true, SCOPES]);
    const rights = await restored.read(listSiteRights, { clientId, siteIds: [siteId(1), siteId(SITES)] });
    expect([...rights.values()].map(({ canSchedule }) => canSchedule)).toEqual([true, true]);
  }

  async function backup(to = file): Promise<void> {
    await expect(backupStore(origin.place, to, () => undefined)).resolves.toMatchObject({ sites: SITES });
  }

  async function restore({ place }: Pick<TestPlace, 'place'>, replaced?: string, by = file) {
    const dataDir = join(folder, 'target');
    return await restoreStore({ file: by, place, dataDir, replaced, now: NOW, onProgress: () => undefined });
  }
});

describe('a move from a file to PostgreSQL', () => {
  it('takes all along, once the service is stopped, and only to where nothing is', async () => {
    const folder = testFolder();
    const origin = await makeTestPlace('SQLite', folder);
    const store = await origin.open();
    await fill(store);
    await using target = await makeTestPlace('PostgreSQL', '');
    const move = (to = target.place) => moveStore(folder, to, { now: NOW, onProgress: () => undefined });
    await expect(move()).rejects.toThrow('stop the service');
    await store.close();
    await using lossy = await makeTestPlace('PostgreSQL', '');
    const tables = await openPlace(lossy.place);
    await tables.query(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER lose BEFORE INSERT ON site_grant FOR EACH ROW EXECUTE FUNCTION lose()`);
    await tables.commit();
    await tables[Symbol.asyncDispose]();
    await expect(move(lossy.place)).rejects.toThrow('site_grant has 0 rows instead of 2');
    await expect(move()).resolves.toMatchObject({ sites: SITES, batches: 2 * SITES + 1 });
    await expect(move()).rejects.toThrow('not empty');
    const moved = await target.open();
    await expect(apply(moved, 1, 7)).resolves.toMatchObject({ kind: 'accepted', version: 4 });
    await moved.close();
  });
});

it.each(STORE_KINDS)('the epoch of a store on %s grows, whatever the clock says', async (kind) => {
  const folder = testFolder();
  await using origin = await makeTestPlace(kind, folder);
  const store = await origin.open();
  await store.close();
  await expect(raiseEpoch(origin.place, 0)).resolves.toBe(2);
  await expect(raiseEpoch(origin.place, NOW)).resolves.toBe(NOW / 1_000);
  await expect(raiseEpoch(origin.place, NOW)).resolves.toBe(NOW / 1_000 + 1);
});

function readable(row: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(row).map(([column, value]) => {
    if (value instanceof Uint8Array && column.endsWith('_id')) return [column, parseUuid(dashed(value))] as const;
    if (column === 'shares')
      return [column, Buffer.from(fromStoredBytes(value as StoredBytes)).toString('hex')] as const;
    const isStored = typeof value === 'string' || value instanceof Uint8Array;
    return [column, isStored ? fromStoredText(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function dashed(id: Uint8Array): string {
  return Buffer.from(id)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function fill(store: Store): Promise<void> {
  const client = { clientId: CLIENT, clientName: 'Desk', scopes: [], secretHash: 'secret', now: NOW };
  await store.write(addClient, client);
  const numbers = Array.from({ length: SITES }, (_, index) => index + 1);
  for (const number of numbers) {
    const controllerKey = { keyId: `key ${number}`, keyHash: `hash ${number}` };
    const site = { siteId: siteId(number), siteName: `Site ${number}`, timeZone: 'UTC', controllerKey, now: NOW };
    await store.write(addSite, site);
    await apply(store, number, 5);
    await apply(store, number, 55);
  }
  // A long text.
  await apply(store, 1, 77, 40);
  for (const number of [1, 2]) {
    await store.write(putGrant, { clientId: CLIENT, siteId: siteId(number), canSchedule: number === 1 });
  }
  await fillPool(store);
}

async function fillPool(store: Store): Promise<void> {
  const siteIds = [1, 2].map(siteId);
  await store.write(putPool, { ...NORTH, members: membersFrom(NOW, siteIds, 2.5), now: NOW });
  await store.write(putPoolGrant, { clientId: CLIENT, poolId: POOL, canSchedule: true });
  const share = { siteId: '', watts: 70_000, follows: 0, because: null };
  const allocation = { shares: [share, share], shortfallWatts: 0, surplusWatts: 0 };
  const division = { poolId: POOL, sequence: 1, sent: 1, holding: null, round: 0, after: null, watts: 140_000 };
  await store.write(putDivision, packDivision({ ...division, at: NOW, validUntil: NOW + 1, siteIds, allocation }));
}

async function apply(store: Store, number: number, value: number, days = 1) {
  const day = (count: number) => new Date(Date.UTC(2026, 9, 25 + count)).toISOString();
  const entries = Array.from({ length: days }, (_, at) => ({ startAt: day(at), endAt: day(at + 1), value }));
  const schedules: AssetScheduleCommand[] = [{ asset: 'grid', type: 'activePowerkW', entries }];
  return await setSchedules(store, siteId(number), { now: NOW, schedules, clientId: CLIENT });
}

function siteId(number: number): SiteId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as SiteId;
}
