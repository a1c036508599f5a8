import { randomUUID } from 'node:crypto';
import { PATHS, type PoolList, type PoolMemberList, type PoolStatus } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { worldOfTests } from '../../testing/open-world.ts';

const POOL = { poolName: 'north', service: 'afrr', split: 'proportional' };

type Body = PoolList & PoolMemberList & { readonly message: string };

const world = await worldOfTests();

describe('pools over HTTP', () => {
  async function ask(method: 'GET' | 'PUT' | 'DELETE', url: string, sent?: object) {
    const { status, body } = await world.ask<Body>(method, url, sent && { body: sent });
    return { status, body };
  }
  const path = (poolId: string) => PATHS.fleetPool.replace(':poolId', poolId);

  it('are put whole, read back, listed by name and removed', async () => {
    const poolId = randomUUID();
    const siteId = await world.site();
    const put = await ask('PUT', path(poolId), { ...POOL, members: [{ siteId, rampKwPerSecond: 2.5 }] });
    expect(put).toMatchObject({ status: 200, body: { poolId, memberCount: 1, enduranceMinutes: 60 } });
    expect(await ask('GET', path(poolId.toUpperCase()))).toEqual(put);
    expect((await ask('GET', PATHS.fleetPools)).body.pools).toMatchObject([{ poolId, ...POOL }]);
    const { members } = (await ask('GET', `${path(poolId)}/members`)).body;
    expect(members).toMatchObject([{ siteId, to: null, role: 'primary', rank: 0, rampKwPerSecond: 2.5 }]);
    expect((await ask('DELETE', path(poolId))).status).toBe(204);
    expect((await ask('GET', path(poolId))).status).toBe(404);
  });

  it('say whether the caller may send them signals: by its scope, and its grant', async () => {
    const poolId = await world.pool([await world.site()]);
    const asked = async (scopes: string, can: 'read' | 'schedule') => {
      const as = await world.bearer(scopes, await world.client({ poolId, can }));
      return (await world.ask<PoolStatus>('GET', path(poolId), { as })).body.canSignal;
    };
    expect([
      await asked('sites:read schedules:write', 'schedule'),
      await asked('sites:read schedules:write', 'read'),
      await asked('sites:read', 'schedule'),
    ]).toEqual([true, false, false]);
  });

  it('take members one by one, and list them page by page', async () => {
    const poolId = randomUUID();
    const sites = [await world.site(), await world.site(), await world.site()].toSorted();
    await ask('PUT', path(poolId), POOL);
    for (const [index, siteId] of sites.entries()) {
      const role = index === 0 ? 'primary' : 'backup';
      const joined = await ask('PUT', `${path(poolId)}/members/${siteId}`, { role, to: '2099-01-01T00:00:00Z' });
      expect(joined).toMatchObject({ status: 200, body: { siteId, role, to: '2099-01-01T00:00:00.000Z' } });
    }
    const first = (await ask('GET', `${path(poolId)}/members?limit=2`)).body;
    const second = (await ask('GET', `${path(poolId)}/members?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.members, ...second.members].map(({ siteId }) => siteId)).toEqual(sites);
    expect(second.nextCursor).toBeNull();
    expect((await ask('DELETE', `${path(poolId)}/members/${sites[0]}`)).status).toBe(204);
    expect(await ask('DELETE', `${path(poolId)}/members/${sites[0]}`)).toMatchObject({
      status: 404,
      body: { message: 'this site is not a member of this pool' },
    });
    expect((await ask('GET', `${path(poolId)}/members?at=2099-01-01T00:00:00Z`)).body.members).toEqual([]);
  });

  it('refuse what cannot be, and say why', async () => {
    const poolId = randomUUID();
    const siteId = await world.site();
    await ask('PUT', path(poolId), { ...POOL, members: [{ siteId }] });
    const other = path(randomUUID());
    const span = { from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' };
    const taken = `the site ${siteId} is in the pool north at that time`;
    const cases: [string, object, number, string][] = [
      [path(poolId), { ...POOL, service: 'mfrr' }, 409, 'this one provides afrr'],
      [other, { ...POOL, members: [{ siteId }] }, 409, taken],
      [other, { ...POOL, members: [{ siteId }, { siteId }] }, 400, `members[1]: ${siteId} is named twice`],
      [other, { ...POOL, members: [{ siteId, to: 'soon' }] }, 400, 'members[0].to: must be an RFC 3339 date-time'],
      [other, { ...POOL, members: [{ siteId, ...span }] }, 400, 'members[0].to: must be after from'],
      [`${path(poolId)}/members/${siteId}`, { to: '2020-01-01T00:00:00Z' }, 400, 'to: must be after from'],
      [`${other}/members/${siteId}`, {}, 404, 'there is no such pool'],
      [`${path(poolId)}/members/${randomUUID()}`, {}, 404, 'there is no such site'],
    ];
    for (const [url, payload, status, message] of cases) {
      const told = { status, body: { message: expect.stringContaining(message) as string } };
      expect([url, payload, await ask('PUT', url, payload)]).toMatchObject([url, payload, told]);
    }
  });
});
