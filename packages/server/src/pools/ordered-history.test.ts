import { PATHS, type SiteOrderList } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, soon } from '../../testing/asking-of.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

describe('what a site was asked for', () => {
  let world: World;
  let siteId: string;
  let other: string;
  let poolId: string;
  const validUntil = soon(60_000);

  beforeAll(async () => {
    world = await openWorld();
    siteId = await world.site({ values: { afrrImportBookingkW: 100 } });
    other = await world.site({ values: { afrrImportBookingkW: 300 } });
    poolId = await world.pool([siteId, other]);
    await world.signal(poolId, { kW: 450, sequence: 4711, validUntil });
  });
  afterAll(() => world.close());

  async function askedFor(query = '', as?: Record<string, string>) {
    const url = at(PATHS.fleetSiteOrders, siteId) + query;
    return world.ask<SiteOrderList>('GET', url, as === undefined ? {} : { as });
  }

  it('is told with the signal, and why that share, in words', async () => {
    const [order] = (await askedFor()).body.orders;
    expect(order).toMatchObject({
      poolId,
      sequence: 4711,
      kW: 100,
      because: 'grid/afrrImportBookingkW',
      followedkW: 0,
      validUntil,
      signal: { poolName: 'aFRR north', kW: 450, shortfallkW: 50, memberCount: 2, round: 0 },
    });
    expect(order?.text).toBe(
      `The site was asked for 100 kW of import until ${validUntil}: its share of signal 4711 for aFRR, divided at ${order?.at}. ` +
        'More was not possible: this is all that is left by its booked aFRR import. ' +
        'The pool aFRR north was asked for 450 kW of import, of 2 members together. Nobody could give 50 kW of import of it.',
    );
  });

  it('shows by a grant of the site its own share, and nothing of the pool or of others', async () => {
    const { status, body } = await askedFor(
      '',
      await world.bearer('sites:read', await world.client({ siteId, can: 'read' })),
    );
    expect([status, body.orders[0]?.kW]).toEqual([200, 100]);
    expect(Object.keys(body.orders[0] ?? {})).not.toContain('signal');
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${other}|north|\\b450\\b|members|\\b50 kW`));
  });

  it('shows the whole signal by a grant of the pool, and nothing to anybody else', async () => {
    const byPool = await askedFor('', await world.bearer('sites:read', await world.client({ poolId, can: 'read' })));
    expect(byPool.body.orders[0]?.signal?.kW).toBe(450);
    const byOther = await askedFor(
      '',
      await world.bearer('sites:read', await world.client({ siteId: other, can: 'read' })),
    );
    expect(byOther.status).toBe(404);
  });
});
