import { type FleetPlans, PATHS, type SitePlan } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, soon } from '../../testing/asking-of.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

const SET = { activePowerkW: 50, afrrImportBookingkW: 100, afrrActivationkW: 7 };

describe('the plan of a member', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

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

  it('has an order for nothing while the site is held, and the hold beside it', async () => {
    const siteId = await world.site({ values: SET });
    const poolId = await world.pool([siteId]);
    await world.ask('POST', PATHS.fleetHolds, { body: { siteId, reason: 'works at the line' } });
    await world.report(siteId);
    await world.signal(poolId, { kW: 80, sequence: 1 });
    const window = `from=${soon(0)}&to=${soon(1_000)}`;
    const { plan } = (await world.ask<SitePlan>('GET', `${at(PATHS.fleetSitePlan, siteId)}?${window}`)).body;
    expect(plan.grid[0]?.because.map(({ source, delta }) => [source, delta])).toEqual([
      ['hold', 0],
      ['order', 0],
    ]);
  });
});
