import { type FleetPlans, PATHS, type SiteDelivery, type SiteOrderList, type SitePlan } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, soon } from '../../testing/asking-of.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const SET = { activePowerkW: 50, afrrImportBookingkW: 100, afrrActivationkW: 7 };

const world = await worldOfTests();

describe('the plan of a member', () => {
  async function planOf(siteId: string): Promise<[string, number | null, string, unknown][]> {
    const window = { from: soon(0), to: soon(30 * 60_000) };
    const url = `${at(PATHS.fleetSitePlan, siteId)}?from=${window.from}&to=${window.to}`;
    const { plan } = (await world.ask<SitePlan>('GET', url)).body;
    const many = await world.ask<FleetPlans>('POST', PATHS.fleetPlans, { body: { siteIds: [siteId], ...window } });
    expect(many.body.sites[0]?.plan).toEqual(plan);
    return plan.grid.map(({ to, target, because }) => {
      const step = because.find(({ source }) => source === 'order' || source === 'grid/afrrActivationkW');
      return [to, target, step?.source ?? '', step?.order];
    });
  }
  const asSet = [expect.any(String), 57, 'grid/afrrActivationkW', undefined];

  it('says that the order binds, of which pool and signal, until it ends; then what is set', async () => {
    const members = [await world.site({ values: SET }), await world.site({ values: SET })];
    const [siteId = ''] = members;
    const poolId = await world.pool(members);
    expect(await planOf(siteId)).toEqual([asSet]);
    const validUntil = soon(60_000);
    await world.signal(poolId, { kW: 80, sequence: 4711, validUntil });
    const order = { poolId, service: 'afrr', sequence: 4711, validUntil };
    expect(await planOf(siteId)).toEqual([[validUntil, 90, 'order', order], asSet]);
    await world.signal(poolId, { kW: 0, sequence: 4712, validUntil });
    expect(await planOf(siteId)).toEqual([[validUntil, 50, 'order', { ...order, sequence: 4712 }], asSet]);
  });
});

describe('the delivery of a member', () => {
  const deliveryOf = async (siteId: string) =>
    (await world.ask<SiteDelivery>('GET', at(PATHS.fleetSiteDelivery, siteId))).body;
  const setOn = ({ commands }: SiteDelivery) => commands.map(({ type, entries }) => [type, entries[0]?.value]);

  it('says what a pool asks for, of which signal and until when, beside what is set', async () => {
    const siteId = await world.site({ values: SET });
    const poolId = await world.pool([siteId]);
    const before = await deliveryOf(siteId);
    expect(before.orders).toEqual([]);
    const validUntil = soon(60_000);
    await world.signal(poolId, { kW: 40.5, sequence: 4711, validUntil });
    const ordered = await deliveryOf(siteId);
    expect(ordered.orders).toEqual([
      {
        asset: 'grid',
        type: 'afrrActivationkW',
        source: 'order',
        poolId,
        sequence: 4711,
        startAt: expect.any(String),
        endAt: validUntil,
        value: 40.5,
      },
    ]);
    expect(setOn(ordered)).toEqual(setOn(before));

    // A controller that knows nothing of orders reports the snapshot that it found the order in.
    await world.report(siteId);
    const applied = await deliveryOf(siteId);
    expect(applied).toMatchObject({ state: 'in_sync', revision: before.revision, orders: ordered.orders });
    expect(applied.appliedRevision).toMatch(new RegExp(`^${before.revision}~o[0-9a-zA-Z_-]{8}$`));
  });
});

const validUntil = soon(600_000);
const siteId = await world.site({ values: { afrrImportBookingkW: 100 } });
const other = await world.site({ values: { afrrImportBookingkW: 300 } });
const poolId = await world.pool([siteId, other]);
await world.signal(poolId, { kW: 450, sequence: 4711, validUntil });

describe('what a site was asked for', () => {
  async function askedFor(query = '', as?: Record<string, string>) {
    const url = at(PATHS.fleetSiteOrders, siteId) + query;
    return world.ask<SiteOrderList>('GET', url, as === undefined ? {} : { as });
  }

  it('names the signal, and says in words why it got that share', async () => {
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
