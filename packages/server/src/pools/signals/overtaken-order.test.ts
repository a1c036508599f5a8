import { type OrderList, PATHS } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest } from '../../../testing/open-world.ts';

const MINUTE = 60_000;

it.each(STORE_KINDS)('a site that was cut off ends an order that was replaced meanwhile, on %s', async (kind) => {
  const clock = { now: Date.now() };
  const world = await worldOfTest({ store: kind, clock });
  const siteId = await world.site({ values: { activePowerkW: 0, afrrImportBookingkW: 100 } });
  const other = await world.site({ values: { activePowerkW: 0, afrrImportBookingkW: 100 } });
  const poolId = await world.pool([siteId, other]);
  const orders = async () => {
    const as = { Authorization: `Bearer ${await world.keyOf(siteId)}` };
    const { body } = await world.ask<OrderList>('GET', PATHS.controllerOrder, { as });
    return body.orders.map(({ kW, sequence, validUntil }) => [kW, sequence, Date.parse(validUntil) > clock.now]);
  };
  const in15 = new Date(clock.now + 15 * MINUTE).toISOString();
  expect(await world.signal(poolId, { kW: 200, sequence: 1, validUntil: in15 })).toBe(200);
  expect(await orders()).toEqual([[100, 1, true]]);
  // It falls silent; the others are asked for less, and then for nothing.
  clock.now += 2 * MINUTE;
  await world.report(other);
  expect(await world.signal(poolId, { kW: 130, sequence: 2 })).toBe(200);
  expect(await orders()).toEqual([[100, 1, true]]);
  clock.now += 2 * MINUTE;
  expect(await orders()).toEqual([]);
  await world.report(siteId);
  expect(await world.signal(poolId, { kW: 50, sequence: 3 })).toBe(200);
  expect((await orders()).map(([, sequence, isInForce]) => [sequence, isInForce])).toEqual([[3, true]]);
});
