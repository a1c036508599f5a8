import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type AddedClient, PATHS, type RegisteredClient } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { worldOfTests } from '../../../testing/open-world.ts';
import { folderOfTests } from '../../../testing/test-folder.ts';
import { readOperatorFile, writeOperatorFile } from './operator-file.ts';

const { fleetClients: CLIENTS } = PATHS;

describe('clients over HTTP', async () => {
  const folder = folderOfTests();
  const world = await worldOfTests({ settings: { SETPOINT_DATA_DIR: folder } });
  /** A second operator, who goes on when the first has lost its secret. */
  const named = { clientName: 'deputy', scopes: ['fleet:admin'] };
  const deputy = await world.done<AddedClient>('POST', CLIENTS, { body: named });
  const as = await world.bearer('fleet:admin', deputy);

  const ask = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, asked: { body?: object } = {}) =>
    world.ask<AddedClient>(method, path, { as, ...asked });

  it('changes the name and the scopes of a client, whose tokens end with a scope less alone', async () => {
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Desk', scopes: ['sites:read'] } });
    const path = `${CLIENTS}/${client.clientId}`;
    const isLetIn = async (bearer: Record<string, string>) =>
      (await world.ask('GET', PATHS.sites, { as: bearer })).status === 200;
    const first = await world.bearer('sites:read', client);
    const more = ['sites:read', 'schedules:write'];
    await expect(ask('PATCH', path, { body: { clientName: 'Night desk', scopes: more } })).resolves.toMatchObject({
      status: 200,
      body: { clientName: 'Night desk', isEnabled: true, scopes: more },
    });
    expect(await isLetIn(first)).toBe(true);
    const second = await world.bearer('sites:read+schedules:write', client);
    await expect(ask('PATCH', path, { body: { scopes: ['sites:read'] } })).resolves.toMatchObject({ status: 200 });
    expect([await isLetIn(first), await isLetIn(second)]).toEqual([false, false]);
    // Its secret stays valid, and gives no more than the scopes it has.
    expect(await isLetIn(await world.bearer('sites:read', client))).toBe(true);
    await expect(world.bearer('schedules:write', client)).rejects.toThrow('no token: 400');
    for (const body of [{}, { scopes: [] }, { scopes: ['sites:read', 'sites:read'] }, { clientName: '' }]) {
      await expect(ask('PATCH', path, { body })).resolves.toMatchObject({ status: 400 });
    }
  });

  it('takes back one grant of a client, and no other', async () => {
    const siteId = await world.site();
    const { clientId } = await world.client({ siteId, can: 'read' }, { allSites: true, can: 'read' });
    const path = `${CLIENTS}/${clientId}/grants`;
    await ask('PUT', path, { body: { siteId: siteId.toUpperCase(), can: 'schedule' } });
    for (const status of [204, 404]) expect((await ask('DELETE', `${path}?allSites=true`)).status).toBe(status);
    const { grants } = await world.done<RegisteredClient>('GET', `${CLIENTS}/${clientId}`);
    expect(grants).toEqual([{ siteId, can: 'schedule' }]);
  });

  it('leaves the scope of an operator to another operator', async () => {
    const own = `${CLIENTS}/${deputy.clientId}`;
    await expect(ask('PATCH', own, { body: { scopes: ['sites:read'] } })).resolves.toMatchObject({
      status: 409,
      body: { message: 'a client cannot take fleet:admin from itself; let another operator do it' },
    });
    const body = { clientName: 'deputy', scopes: ['fleet:admin', 'sites:read'] };
    await expect(ask('PATCH', own, { body })).resolves.toMatchObject({ status: 200 });
  });

  it("leaves the operator's file good when the operator's secret is replaced, and others' files alone", async () => {
    const { operatorId: clientId } = world;
    const file = { url: 'http://127.0.0.1:8080', clientId, clientSecret: 'old' };
    writeOperatorFile(folder, file);
    const path = `${CLIENTS}/${clientId}/secrets`;
    await ask('POST', path);
    const { body: newest } = await ask('POST', path);
    expect(readOperatorFile(folder)).toEqual({ ...file, clientSecret: newest.clientSecret });
    expect(statSync(join(folder, 'operator.json')).mode & 0o777).toBe(0o600);
    await ask('POST', `${path}?endsAt=2099-01-01T00:00:00Z`);
    await ask('POST', `${CLIENTS}/${deputy.clientId}/secrets`);
    expect(readOperatorFile(folder)?.clientSecret).toBe(newest.clientSecret);
  });
});
