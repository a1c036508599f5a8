import type { ClientId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { BEFORE_ALL_SITES, listSites } from './list-sites.ts';
import { ALL_SITES, putGrant } from '../access/grants/put-grant.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
const CLIENT = 'sees all' as string as ClientId;

describe.each(STORE_KINDS)('the list of sites, on %s', (kind) => {
  const its = storeOfEachTest(kind);
  beforeEach(async () => {
    await its.store.write(addClient, { clientId: CLIENT, clientName: 'c', scopes: [], secretHash: 'hash', now: NOW });
    await its.store.write(putGrant, { clientId: CLIENT, siteId: ALL_SITES, canSchedule: false });
  });

  it('is ordered by code point, which UTF-16 puts astral characters ahead of', async () => {
    const names = ['Z', 'a', 'é', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{1f50b}'];
    for (const [index, name] of names.toReversed().entries()) await add(index, name);
    expect([...names].sort()).not.toEqual(names);
    expect((await list(100)).map(({ siteName }) => siteName)).toEqual(names);
  });

  it('is ordered by id where names are equal, and goes on behind any site', async () => {
    for (const index of [3, 1, 2]) await add(index, 'Same');
    const first = await list(2);
    const [, second] = first;
    expect(first.map((site) => site.siteId)).toEqual([siteId(1), siteId(2)]);
    const after = { siteName: 'Same', siteId: second?.siteId ?? '' };
    const rest = await list(2, after);
    expect(rest.map((site) => site.siteId)).toEqual([siteId(3)]);
  });

  const add = (index: number, siteName: string) =>
    newSite(its.store, NOW, { siteId: siteId(index), siteName, timeZone: 'Europe/Berlin' });
  const list = (limit: number, after = BEFORE_ALL_SITES) =>
    its.store.read(listSites, { clientId: CLIENT, after, limit });
});

function siteId(index: number): SiteId {
  return `00000000-0000-4000-8000-00000000000${index}` as SiteId;
}
