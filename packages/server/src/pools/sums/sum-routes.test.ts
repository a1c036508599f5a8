import { PATHS, type PoolFollowing, type PoolHeadroom } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, soon } from '../../../testing/asking-of.ts';
import { worldOfTests } from '../../../testing/open-world.ts';

const HOUR_MS = 3_600_000;

const world = await worldOfTests();
const limited = { afrrImportBookingkW: 100, upperLimitkW: 250, activePowerkW: 20 };
const wide = { afrrImportBookingkW: 300, activePowerkW: 0 };
const members = [await world.site({ values: limited }), await world.site({ values: wide })].toSorted();
// One that never reported.
members.push(await world.site());
const poolId = await world.pool(members);
const other = await world.site({ values: limited });

describe('the sums over a pool', () => {
  function window(ms: number): string {
    const from = soon(0);
    return `?from=${from}&to=${new Date(Date.parse(from) + ms).toISOString()}`;
  }

  it('of headroom are those of the members, with what binds how many, and what is not known', async () => {
    const asked = `${at(PATHS.fleetPoolHeadroom, poolId)}${window(30 * 60_000)}&resolution=30`;
    const { status, body } = await world.ask<PoolHeadroom>('GET', asked);
    expect([status, body.memberCount, body.unreported, body.intervals.length]).toEqual([200, 3, 1, 1]);
    const [interval] = body.intervals;
    // 250 kW of limit, less the setpoint and what is booked.
    expect(interval?.afrrImport).toEqual({
      kW: 130,
      members: 1,
      unbounded: 2,
      binds: [{ because: 'grid/upperLimitkW', members: 1 }],
    });
    expect(interval?.setpointUp).toMatchObject({ kW: 130, members: 1, unbounded: 1 });
    expect(interval?.energyUnknown).toBe(3);
  });

  it('of following tell what is asked, what is supplied of it, and of whom that is not known', async () => {
    expect(await world.signal(poolId, { kW: 200, sequence: 1 })).toBe(200);
    const { status, body } = await world.ask<PoolFollowing>(
      'GET',
      at(PATHS.fleetPoolFollowing, poolId) + window(HOUR_MS),
    );
    expect(status).toBe(200);
    expect(body.members.map(({ siteId }) => siteId)).toEqual(members.toSorted());
    expect(body.orders).toMatchObject({ unknown: 2, none: 1, orderedkW: 200, suppliedkW: null, unknownkW: 200 });
    const [order] = body.members.flatMap((member) => member.order ?? []);
    expect([order?.poolId, order?.state, order?.because]).toEqual([poolId, 'unknown', 'not_reported_since']);
    expect(JSON.stringify(body)).not.toContain(other);
  });

  it('of following name a member that left, too, while its order goes on', async () => {
    const booked = { values: { afrrImportBookingkW: 100, activePowerkW: 0 } };
    const [gone, stays] = [await world.site(booked), await world.site(booked)];
    const pool = await world.pool([gone, stays]);
    expect(await world.signal(pool, { kW: 200, sequence: 1 })).toBe(200);
    const follow = async () => {
      const { body } = await world.ask<PoolFollowing>('GET', at(PATHS.fleetPoolFollowing, pool) + window(HOUR_MS));
      const { memberCount, orders } = body;
      return { memberCount, of: body.members.map(({ siteId }) => siteId), unknownkW: orders.unknownkW };
    };
    await world.done('DELETE', at(at(PATHS.fleetPoolMember, pool), gone));
    expect(await follow()).toEqual({ memberCount: 1, of: [gone, stays].toSorted(), unknownkW: 200 });
    await world.signal(pool, { kW: 0, sequence: 2 });
    expect(await follow()).toMatchObject({ memberCount: 1, of: [stays] });
  });
});
