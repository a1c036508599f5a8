import { PATHS, type SiteDelivery } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, soon } from '../../testing/asking-of.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

const SET = { activePowerkW: 50, afrrImportBookingkW: 100, afrrActivationkW: 7 };

describe('the delivery of a member', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

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
