import { randomUUID } from 'node:crypto';
import {
  type OrderList,
  PATHS,
  type PoolAvailability,
  type PoolShareList,
  type PoolSignal,
  type SiteOrderList,
} from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, soon } from '../../../testing/asking-of.ts';
import { worldOfTests } from '../../../testing/open-world.ts';

type Body = PoolSignal & PoolShareList & SiteOrderList & PoolAvailability & { readonly message: string };

const MINUTE = 60_000;

const world = await worldOfTests();
const headers = await world.bearer('sites:read+schedules:write+fleet:admin');

describe('signals over HTTP', () => {
  async function ask(method: 'GET' | 'PUT' | 'POST', url: string, sent?: object, as = headers) {
    const { status, body } = await world.ask<Body>(method, url, { as, ...(sent && { body: sent }) });
    return { status, body };
  }
  const keyOf = async (siteId: string) => ({ Authorization: `Bearer ${await world.keyOf(siteId)}` });

  const bookedSite = (kW: number) => world.site({ values: { afrrImportBookingkW: kW, afrrExportBookingkW: kW } });

  async function pool(bookings: readonly number[], others: readonly string[] = []) {
    const sites: string[] = [];
    for (const booking of bookings) sites.push(await bookedSite(booking));
    return { path: at(PATHS.fleetPool, await world.pool([...sites, ...others])), sites };
  }

  const signal = (path: string, body: object) => ask('PUT', `${path}/signal`, { validUntil: soon(MINUTE), ...body });

  async function sharesOf({ path, sites }: Awaited<ReturnType<typeof pool>>, query = '') {
    const { shares } = (await ask('GET', `${path}/shares${query}`)).body;
    return sites.map((siteId) => shares.find((share) => share.siteId === siteId)?.kW);
  }

  it('have the same answer also after their end, when it was not heard of in time', async () => {
    const { path } = await pool([100]);
    const sent = { kW: 20, sequence: 7, validUntil: soon(300), at: soon(0) };
    const first = await signal(path, sent);
    expect(first.status).toBe(200);
    while (Date.now() <= Date.parse(sent.validUntil)) expect(await signal(path, sent)).toEqual(first);
    expect(await signal(path, sent)).toEqual(first);
    for (const other of [{ kW: 21 }, { sequence: 6 }, { sequence: 8 }, { validUntil: soon(-MINUTE) }]) {
      const message = 'validUntil: is in the past';
      expect(await signal(path, { ...sent, ...other })).toMatchObject({ status: 400, body: { message } });
    }
  });

  it('stay on record: what a pool and a site were asked for at any time', async () => {
    const made = await pool([100]);
    const [siteId = ''] = made.sites;
    const first = (await signal(made.path, { kW: 20, sequence: 1 })).body;
    const second = (await signal(made.path, { kW: 30, sequence: 2 })).body;
    expect(await sharesOf(made, '?sequence=1')).toEqual([20]);
    expect((await ask('GET', `${made.path}/signal?at=${first.at}`)).body.kW).toBe(second.at === first.at ? 30 : 20);
    const orders = at(PATHS.fleetSiteOrders, siteId);
    expect((await ask('GET', orders)).body.orders).toMatchObject([
      { sequence: 2, kW: 30, service: 'afrr', because: null, validUntil: second.validUntil },
    ]);
    expect((await ask('GET', `${orders}?at=${second.validUntil}`)).body.orders).toEqual([]);
    expect((await ask('GET', `${made.path}/shares?sequence=3`)).status).toBe(404);
    expect((await ask('GET', `${made.path}/signal?at=2020-01-01T00:00:00Z`)).status).toBe(404);
  });

  it('are refused where they cannot be, and say why', async () => {
    const { path } = await pool([100]);
    const empty = await pool([]);
    const cases: [string, object, number, string][] = [
      [empty.path, { kW: 1, sequence: 1 }, 409, 'this pool has no members now'],
      [path, { kW: 1, sequence: 1, validUntil: soon(-1_000) }, 400, 'validUntil: is in the past'],
      [path, { kW: 1, sequence: 1, at: soon(-MINUTE) }, 400, 'at: must be at most 10 s from now'],
      [path, { kW: 1, sequence: 1, at: soon(8_000), validUntil: soon(7_000) }, 400, 'validUntil: must be after at'],
      [path, { kW: 1, sequence: 1, validUntil: soon(20 * MINUTE) }, 400, 'validUntil: must be at most 900 s after at'],
      [at(PATHS.fleetPool, randomUUID()), { kW: 1, sequence: 1 }, 404, 'there is no such pool'],
    ];
    for (const [url, body, status, message] of cases) {
      expect([body, await signal(url, body)]).toMatchObject([body, { status, body: { message } }]);
    }
  });

  it('can be foreseen: what the pool can give, and what binds each member, page by page', async () => {
    const silent = await world.site();
    const made = await pool([100, 200], [silent]);
    const { body } = await ask('GET', `${made.path}/availability?limit=2`);
    const binds = [
      { because: 'grid/afrrImportBookingkW', members: 2 },
      { because: 'offline', members: 1 },
    ];
    expect(body).toMatchObject({ memberCount: 3, import: { bookedkW: 300, in30sKw: 300, binds }, members: [{}, {}] });
    const rest = (await ask('GET', `${made.path}/availability?cursor=${body.nextCursor}`)).body;
    expect([...body.members, ...rest.members].map(({ siteId }) => siteId)).toEqual([...made.sites, silent].toSorted());
  });

  it('come to a controller that waits for them, and end when its site has left', async () => {
    const { path, sites } = await pool([100, 200]);
    const [siteId = ''] = sites;
    const as = await keyOf(siteId);
    const get = (more = {}) => world.ask<OrderList>('GET', PATHS.controllerOrder, { as, headers: more });
    const first = await get();
    expect(first.body).toEqual({ orders: [] });
    const waiting = get({ 'If-None-Match': String(first.headers.etag), Prefer: 'wait=50' });
    const validUntil = soon(MINUTE);
    await signal(path, { kW: -90, sequence: 5, validUntil });
    const order = { service: 'afrr', poolId: path.split('/').at(-1), sequence: 5, kW: -30, validUntil };
    expect((await waiting).body).toEqual({ orders: [order] });
    await world.done('DELETE', `${path}/members/${siteId}`);
    await signal(path, { kW: -90, sequence: 6 });
    expect((await get()).body).toEqual({ orders: [] });
  });

  it('take members in whose snapshot their last order is, or that see only some hours ahead', async () => {
    const made = await pool([100, 100]);
    const [siteId = ''] = made.sites;
    const key = await keyOf(siteId);
    for (const [index, query] of ['', '?horizonHours=2'].entries()) {
      await signal(made.path, { kW: 40, sequence: 2 * index + 1 });
      const { revision } = (await ask('GET', PATHS.controllerSchedule + query, undefined, key)).body as unknown as {
        revision: string;
      };
      expect(revision).toContain('~');
      const report = { session: 's', sequence: index + 2, sentAt: soon(0), schedule: { revision, rejected: [] } };
      await ask('POST', PATHS.controllerReport, report, key);
      await signal(made.path, { kW: 60, sequence: 2 * index + 2 });
      expect(await sharesOf(made)).toEqual([30, 30]);
    }
  });
});
