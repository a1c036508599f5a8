import { type AddedClient, type AddedSite, PATHS, type RegisteredClient } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../testing/open-world.ts';

type Body = AddedSite & AddedClient & RegisteredClient;

const { fleetSites: SITES, fleetClients: CLIENTS } = PATHS;

describe('grants over HTTP', () => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld({ clock: { now: Date.UTC(2026, 9, 25, 0, 30) } });
  });

  afterAll(() => world.close());

  const ask = (...asked: Parameters<World['ask']>) => world.ask<Body>(...asked);

  it('grants one site or all, replaces a grant, and takes it back', async () => {
    const { body: site } = await ask('POST', SITES, { body: { siteName: 'granted' } });
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Grantee' } });
    const { siteId } = site;
    const path = `${CLIENTS}/${client.clientId}/grants`;
    for (const body of [
      { siteId, can: 'read' },
      { siteId: siteId.toUpperCase(), can: 'schedule' },
      { allSites: true, can: 'read' },
    ]) {
      await expect(ask('PUT', path, { body })).resolves.toMatchObject({ status: 200 });
    }
    const client1 = await ask('GET', `${CLIENTS}/${client.clientId}`);
    expect(client1.body.grants).toEqual([
      { allSites: true, can: 'read' },
      { siteId, can: 'schedule' },
    ]);
    await expect(ask('DELETE', `${path}?allSites=true`)).resolves.toMatchObject({ status: 204 });
    await expect(ask('DELETE', `${path}?allSites=true`)).resolves.toMatchObject({ status: 404 });
    const client2 = await ask('GET', `${CLIENTS}/${client.clientId}`);
    expect(client2.body.grants).toEqual([{ siteId, can: 'schedule' }]);
  });

  it('grants until an instant, which lies ahead', async () => {
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Auditor' } });
    const path = `${CLIENTS}/${client.clientId}/grants`;
    const grant = { allSites: true, can: 'read' };
    const until = { ...grant, endsAt: '2099-01-01T00:00:00.000Z' };
    await expect(ask('PUT', path, { body: until })).resolves.toMatchObject({ status: 200, body: until });
    const { body: granted } = await ask('GET', `${CLIENTS}/${client.clientId}`);
    expect(granted.grants).toEqual([until]);
    await expect(ask('PUT', path, { body: { ...grant, endsAt: '2026-10-25T00:30:00Z' } })).resolves.toMatchObject({
      status: 400,
      body: { message: 'endsAt: is in the past' },
    });
    await expect(ask('PUT', path, { body: grant })).resolves.toMatchObject({ status: 200, body: grant });
  });
});
