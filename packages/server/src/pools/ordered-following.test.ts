import { randomUUID } from 'node:crypto';
import type { PoolId, SiteFollowing, SiteId } from '@setpoint/contract';
import type { PoolOrder } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { clockText, DAY, MIDNIGHT, ratedAssets, reportAssets, setDrawn } from '../../testing/draw-schedules.ts';
import { membersFrom, NORTH } from '../../testing/members-from.ts';
import { putShares } from '../../testing/market-of-test.ts';
import { type World, worldOfTests } from '../../testing/open-world.ts';
import { followingRoutes } from '../following/following-room.ts';
import { ofTests } from '../../testing/of-tests.ts';
import { routesOver } from '../../testing/routes-over.ts';
import { pastOrders } from './signals/past-orders.ts';
import { putPool } from './put-pool.ts';

const MINUTE = 60_000;
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
const SET = `grid activePowerkW | 00-00:30 100
  grid afrrImportBookingkW | 00-01 100`;

describe('following of a member of a pool', async () => {
  const clock = { now: MIDNIGHT };
  const world = await worldOfTests({ clock });
  const sites = [await world.site(), await world.site(), await world.site()].toSorted();
  const inForce = new Map<SiteId, readonly PoolOrder[]>();
  const app = await ofTests(followingOver(world, inForce));
  const { poolId } = NORTH;

  const shares = () => sites.map((siteId) => ({ siteId, watts: 60_000, follows: 0, because: null }));
  const [loyal, deaf, stuck] = sites;
  const startAt = Date.parse(clockText('00'));
  await world.store.write(putPool, { ...NORTH, members: membersFrom(startAt, sites), now: startAt });
  for (const siteId of sites) await setDrawn(world, siteId, SET);
  // Each is asked for 60 kW from 00:10 to 00:20, and for nothing after that.
  const at = Date.parse(clockText('00:10'));
  await putShares(world.store, { sequence: 1, at, validUntil: at + 10 * MINUTE, shares: shares() });
  for (let minute = 0; minute < 31; minute += 1) {
    clock.now = startAt + minute * MINUTE;
    await measure(loyal, minute >= 10 && minute < 20 ? 160 : 100);
    await measure(deaf, 100);
    await measure(stuck, minute >= 10 ? 160 : 100);
  }
  clock.now = Date.parse(clockText('00:35'));

  async function follow(url: string) {
    const { statusCode: status, body: text } = await app.inject({ method: 'GET', url });
    return { status, text };
  }

  async function measure(siteId: SiteId | undefined, activePowerkW: number): Promise<void> {
    const { grid } = ratedAssets();
    if (siteId === undefined || grid == null) throw new Error('there are three');
    const watch = { tolerances, orders: inForce.get(siteId) ?? [] };
    await reportAssets(world, siteId, { grid: { ...grid, activePowerkW } }, watch);
  }

  it.each([
    [0, 'did what it was ordered, until its end', { state: 'followed', plannedkWh: 60, suppliedkWh: 10 }],
    [1, 'did not hear of it', { state: 'deviating', meanErrorkW: -20, suppliedkWh: 0 }],
    [2, 'went on past its end', { state: 'deviating', meanErrorkW: 20, suppliedkWh: 10 }],
  ])('says of member %i that it %s', async (index, _name, expected) => {
    const { status, text } = await follow(`/api/v1/fleet/sites/${sites[index]}/following?${DAY}`);
    const { entries } = JSON.parse(text) as SiteFollowing;
    expect([status, entries]).toMatchObject([200, [{ orderedkWh: 10, ...expected }]]);
  });

  it('says of an order in force how it is followed, by the last report, and tells of silence', async () => {
    const [siteId = '' as SiteId] = sites;
    await setDrawn(world, siteId, SET.replace('00:30 100', '02 100'));
    const now = Date.parse(clockText('00:40'));
    const times = { at: now - 2 * MINUTE, validUntil: now + 5 * MINUTE };
    const order = { poolId: randomUUID() as string as PoolId, service: 'afrr', sequence: 9, watts: 60_000 } as const;
    inForce.set(siteId, [{ ...order, ...times }]);
    const found = [];
    for (const [minute, measured] of [
      [0, 160],
      [0, 100],
      [3, undefined],
      [5, undefined],
    ] as const) {
      clock.now = now + minute * MINUTE;
      if (measured !== undefined) await measure(siteId, measured);
      const { text } = await follow(`/api/v1/fleet/sites/${siteId}/following?${DAY}`);
      found.push((JSON.parse(text) as SiteFollowing).orders);
    }
    const asked = { sequence: 9, kW: 60, by: 'snapshot' };
    expect(found).toMatchObject([
      [{ ...asked, state: 'followed', because: null, suppliedkW: 60 }],
      [{ ...asked, state: 'deviating', because: null, suppliedkW: 0 }],
      [{ ...asked, state: 'unknown', because: 'silent', suppliedkW: null }],
      [],
    ]);
  });

  it('judges a report by the order of its own instant, where another came since', async () => {
    const [siteId = '' as SiteId] = sites;
    const asked = Date.parse(clockText('00:50'));
    const then = {
      poolId,
      service: 'afrr',
      sequence: 2,
      watts: 60_000,
      at: asked,
      validUntil: asked + 12_000,
    } as const;
    inForce.set(siteId, [then]);
    clock.now = asked + 2_000;
    await measure(siteId, 160);
    const newer = { poolId, service: 'afrr', sequence: 3, watts: -90_000, at: asked + 4_000 } as const;
    inForce.set(siteId, [{ ...newer, validUntil: asked + 16_000 }]);
    clock.now = asked + 5_000;
    const { text } = await follow(`/api/v1/fleet/sites/${siteId}/following?${DAY}`);
    expect((JSON.parse(text) as SiteFollowing).orders).toMatchObject([
      { sequence: 3, kW: -90, state: 'followed', because: null, suppliedkW: 60 },
    ]);
  });
});

/** Following where the orders in force are those that a test says: nobody divides any here. */
function followingOver(world: World, orders: ReadonlyMap<SiteId, readonly PoolOrder[]>): FastifyInstance {
  const { app, serve, ...over } = routesOver(world);
  followingRoutes(serve, {
    ...over,
    offlineAfterMs: 90_000,
    orders: { of: (siteId) => orders.get(siteId) ?? [] },
    pastOrders,
    tolerances,
  });
  return app;
}
