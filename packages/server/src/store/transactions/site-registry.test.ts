import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSiteId, type SiteId } from '@setpoint/contract';
import { openForReading } from '../sqlite/open-database.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';
import type { AddSiteInput } from './add-site.ts';
import { listRegisteredSites } from './list-registered-sites.ts';
import { BEFORE_ALL_SITES } from './list-sites.ts';
import { readRegisteredSite } from './read-registered-site.ts';

const NOW = Date.UTC(2026, 2, 29, 0, 30);

describe('the registry of sites', () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-registry-'));
    store = await openSqliteStore({ databasePath: join(folder, 'setpoint.db'), onFatal: raise });
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps what a site was added with', async () => {
    await expect(store.write('addSite', site(1, 'Nordhafen'))).resolves.toEqual({ kind: 'added' });
    await expect(store.read(readRegisteredSite, { siteId: siteId(1) })).resolves.toEqual({
      siteId: siteId(1),
      siteName: 'Nordhafen',
      timeZone: 'Europe/Berlin',
      createdAt: NOW,
    });
  });

  it('adds one id once, and leaves the first site as it was', async () => {
    await store.write('addSite', site(1, 'Nordhafen'));
    await expect(store.write('addSite', { ...site(1, 'Südhafen'), controllerKey: key(2) })).resolves.toEqual({
      kind: 'site_exists',
    });
    await expect(names(10)).resolves.toEqual(['Nordhafen']);
    expect(rows('SELECT key_hash FROM controller_key')).toEqual([{ key_hash: 'hash-1' }]);
  });

  it('lists by name, then by id, and continues behind any site', async () => {
    for (const [number, name] of ['b', 'a', 'C', 'a', 'ä'].entries()) {
      await store.write('addSite', site(number, name));
    }
    const all = await store.read(listRegisteredSites, { after: BEFORE_ALL_SITES, limit: 10 });
    expect(all.map((one) => [one.siteName, one.siteId])).toEqual([
      ['C', siteId(2)],
      ['a', siteId(1)],
      ['a', siteId(3)],
      ['b', siteId(0)],
      ['ä', siteId(4)],
    ]);
    for (const [index, after] of all.entries()) {
      const rest = await store.read(listRegisteredSites, { after, limit: 10 });
      expect(rest).toEqual(all.slice(index + 1));
    }
    await expect(names(2)).resolves.toEqual(['C', 'a']);
  });

  it('removes a site with its keys and its grants, and nothing of another', async () => {
    await store.write('addSite', site(1, 'Nordhafen'));
    await store.write('addSite', site(2, 'Südhafen'));
    await grantBoth();
    await expect(store.write('removeSite', { siteId: siteId(1) })).resolves.toEqual({ kind: 'removed' });
    await expect(names(10)).resolves.toEqual(['Südhafen']);
    expect(rows('SELECT site_id FROM controller_key')).toEqual([{ site_id: siteId(2) }]);
    expect(rows('SELECT site_id FROM site_grant ORDER BY site_id')).toEqual([{ site_id: '*' }, { site_id: siteId(2) }]);
    await expect(store.write('removeSite', { siteId: siteId(1) })).resolves.toEqual({ kind: 'site_missing' });
  });

  async function names(limit: number): Promise<string[]> {
    const page = await store.read(listRegisteredSites, { after: BEFORE_ALL_SITES, limit });
    return page.map((one) => one.siteName);
  }

  function rows(sql: string): unknown[] {
    using db = openForReading(join(folder, 'setpoint.db'));
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  }

  async function grantBoth(): Promise<void> {
    await store.close();
    using db = new DatabaseSync(join(folder, 'setpoint.db'));
    db.exec(`INSERT INTO client VALUES ('c', 'Optimiser', 'sites:read', 1, ${NOW})`);
    for (const of of [siteId(1), siteId(2), '*']) db.exec(`INSERT INTO site_grant VALUES ('c', '${of}', 1)`);
    store = await openSqliteStore({ databasePath: join(folder, 'setpoint.db'), onFatal: raise });
  }
});

function site(number: number, siteName: string): AddSiteInput {
  return { siteId: siteId(number), siteName, timeZone: 'Europe/Berlin', controllerKey: key(number), now: NOW };
}

function key(number: number) {
  return { keyId: `key-${number}`, keyHash: `hash-${number}` };
}

function siteId(number: number): SiteId {
  const id = parseSiteId(`00000000-0000-4000-8000-00000000000${number}`);
  if (id === undefined) throw new Error('no UUID');
  return id;
}

function raise(cause: Error): never {
  throw cause;
}
