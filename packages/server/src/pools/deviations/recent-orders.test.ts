import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { createRecentOrders } from './recent-orders.ts';

it('what pools asked for is not known of a time at which nobody looked', () => {
  const siteId = randomUUID() as string as SiteId;
  const recent = createRecentOrders(60_000);
  expect(recent.of(siteId, 0)).toBeUndefined();
  recent.note([], 1_000);
  expect([recent.of(siteId, 999), recent.of(siteId, 1_000)]).toEqual([undefined, []]);
});
