import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientId, parseSiteId, type SiteId } from '@setpoint/contract';
import { openTestStore, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { type AddSiteInput, addSite } from './sites/add-site.ts';
import { listRegisteredSites } from './sites/list-registered-sites.ts';
import { BEFORE_ALL_SITES } from '../sites/list-sites.ts';
import { ALL_SITES, putGrant } from '../access/grants/put-grant.ts';
import { readRegisteredSite } from './sites/read-registered-site.ts';
import { addClient } from './clients/add-client.ts';
import { removeSite } from './sites/remove-site.ts';

const NOW = Date.UTC(2026, 2, 29, 0, 30);

describe.each(STORE_KINDS)('the registry of sites, on %s', (kind) => {
  let opened: TestStore;
  let store: Store;

  beforeEach(async () => {
    opened = await openTestStore(kind);
    ({ store } = opened);
  });

  afterEach(() => opened.close());

  it('keeps what a site was added with', async () => {
    await expect(store.write(addSite, site(1, 'Nordhafen'))).resolves.toEqual({ kind: 'added' });
    await expect(store.read(readRegisteredSite, { siteId: siteId(1) })).resolves.toEqual({
      siteId: siteId(1),
      siteName: 'Nordhafen',
      timeZone: 'Europe/Berlin',
      notes: '',
      holdSeconds: null,
      createdAt: NOW,
      version: 0,
      appliedVersion: null,
      seesUntil: Infinity,
      rejections: 0,
      limitations: 0,
      reportedAt: null,
      disconnectedAt: null,
      clockOffsetMs: null,
      protocolErrorAt: null,
      troubles: [],
      isHeld: false,
    });
  });

  it('adds one id once, and leaves the first site as it was', async () => {
    await store.write(addSite, site(1, 'Nordhafen'));
    await expect(store.write(addSite, { ...site(1, 'Südhafen'), controllerKey: key(2) })).resolves.toEqual({
      kind: 'site_exists',
    });
    await expect(names(10)).resolves.toEqual(['Nordhafen']);
    await expect(opened.query('SELECT key_hash FROM controller_key')).resolves.toEqual([{ key_hash: 'hash-1' }]);
  });

  it('lists by name, then by id, and continues behind any site', async () => {
    for (const [number, name] of ['b', 'a', 'C', 'a', 'ä'].entries()) {
      await store.write(addSite, site(number, name));
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
    await store.write(addSite, site(1, 'Nordhafen'));
    await store.write(addSite, site(2, 'Südhafen'));
    await grantBoth();
    await expect(store.write(removeSite, { siteId: siteId(1), siteName: 'Nordhafen', now: 0 })).resolves.toEqual({
      kind: 'removed',
    });
    await expect(names(10)).resolves.toEqual(['Südhafen']);
    const misnamed = { siteId: siteId(2), siteName: 'Nordhafen', now: 0 };
    await expect(store.write(removeSite, misnamed)).resolves.toEqual({ kind: 'name_differs', siteName: 'Südhafen' });
    await expect(opened.query('SELECT site_id FROM controller_key')).resolves.toEqual([{ site_id: siteId(2) }]);
    await expect(opened.query('SELECT site_id FROM site_grant ORDER BY site_id')).resolves.toEqual([
      { site_id: '*' },
      { site_id: siteId(2) },
    ]);
    await expect(store.write(removeSite, { siteId: siteId(1), siteName: 'Nordhafen', now: 0 })).resolves.toEqual({
      kind: 'site_missing',
    });
  });

  async function names(limit: number): Promise<string[]> {
    const page = await store.read(listRegisteredSites, { after: BEFORE_ALL_SITES, limit });
    return page.map((one) => one.siteName);
  }

  async function grantBoth(): Promise<void> {
    const clientId = 'c' as ClientId;
    const scopes = ['sites:read'] as const;
    await store.write(addClient, { clientId, clientName: 'Optimiser', scopes, secretHash: 'hash', now: NOW });
    for (const of of [siteId(1), siteId(2), ALL_SITES] as const) {
      await store.write(putGrant, { clientId, siteId: of, canSchedule: true });
    }
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
