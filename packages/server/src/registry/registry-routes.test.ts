import { type AddedClient, type AddedSite, PATHS, type RegisteredSiteList } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { type World, worldOfTests } from '../../testing/open-world.ts';

type Body = AddedSite & AddedClient & RegisteredSiteList & { readonly message: string };

const { fleetSites: SITES, fleetClients: CLIENTS } = PATHS;

describe.each(STORE_KINDS)('the registry over HTTP, on %s', async (store) => {
  const world = await worldOfTests({ store, clock: { now: Date.UTC(2026, 9, 25, 0, 30) } });

  const ask = (...asked: Parameters<World['ask']>) => world.ask<Body>(...asked);

  it('takes a given id in any letter case, once', async () => {
    const siteId = '2C8F1A4E-0000-7000-8000-ABCDEF000001';
    const body = { siteName: 'Werk 2', siteId, timeZone: 'Europe/Berlin' };
    const added = await ask('POST', SITES, { body });
    expect(added).toMatchObject({ status: 201, body: { siteId: siteId.toLowerCase(), timeZone: 'Europe/Berlin' } });
    const again = { ...body, siteName: 'Werk 3' };
    await expect(ask('POST', SITES, { body: again })).resolves.toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    });
    await expect(ask('GET', `${SITES}/${siteId}`)).resolves.toMatchObject({ body: { siteName: 'Werk 2' } });
  });

  it('finds sites by a part of their name and by how they are, a page at a time', async () => {
    for (const siteName of ['Nordhafen', 'p3', 'p1', 'p2', 'p1']) await ask('POST', SITES, { body: { siteName } });
    const { body } = await ask('GET', `${SITES}?name=nord&online=false&state=unreachable&issues=false`);
    expect(body.sites.map(({ siteName }) => siteName)).toEqual(['Nordhafen']);
    const { body: first } = await ask('GET', `${SITES}?name=P&limit=2`);
    expect(first.sites.map(({ siteName }) => siteName)).toEqual(['p1', 'p1']);
    const { body: rest } = await ask('GET', `${SITES}?name=P&limit=2&cursor=${first.nextCursor}`);
    expect(rest.sites.map(({ siteName }) => siteName)).toEqual(['p2', 'p3']);
  });

  it('removes a site with its grants and keys, and nothing of another; a second time there is none', async () => {
    const { body: site } = await ask('POST', SITES, { body: { siteName: 'short-lived' } });
    const path = `${SITES}/${site.siteId}?name=short-lived`;
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Optimiser' } });
    const other = await world.site();
    for (const siteId of [site.siteId, other]) {
      await ask('PUT', `${CLIENTS}/${client.clientId}/grants`, { body: { siteId, can: 'read' } });
    }
    const keys = async () => Number((await world.query('SELECT count(*) AS keys FROM controller_key'))[0]?.['keys']);
    const before = await keys();
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 204 });
    expect(await keys()).toBe(before - 1);
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 404 });
    await expect(ask('GET', `${CLIENTS}/${client.clientId}`)).resolves.toMatchObject({
      body: { grants: [{ siteId: other }] },
    });
  });
});
