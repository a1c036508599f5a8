import { randomUUID } from 'node:crypto';
import type { PoolId, SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { recentOrders } from './order-board.ts';

const siteId = randomUUID() as string as SiteId;
const poolId = randomUUID() as string as PoolId;

it.each([
  ['after the node began', 1_500, [{ watts: 5, at: 1_500 }]],
  ['before it: what was before that is not known', 800, undefined],
])('a pool that a node first hears of was asked %s', (_name, at, expected) => {
  const recent = recentOrders(1_000);
  const shares = new Map([[siteId, { watts: 5, follows: 0, because: null }]]);
  const division = { sequence: 1, at, validUntil: 9_000, shares };
  recent.note({ poolId, service: 'afrr', division }, 1_500);
  expect(recent.since(siteId, 700)?.map(({ watts, ...order }) => ({ watts, at: order.at }))).toEqual(expected);
  expect(recent.since(siteId, 900)).toHaveLength(1);
  expect(recent.since(randomUUID() as string as SiteId, 700)).toEqual([]);
});
