import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { recentOrders } from './recent-orders.ts';

it('what pools asked for is not known of a time before the node began', () => {
  const siteId = randomUUID() as string as SiteId;
  const recent = recentOrders(1_000);
  expect([recent.since(siteId, 999), recent.since(siteId, 1_000)]).toEqual([undefined, []]);
});
