import { hash } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { orderedRevision, type SiteOrder } from '@setpoint/core';
import type { StandingOrder } from '../../pools/signals/standing-order.ts';

/** The orders of sites, as far as this node knows them. */
export interface OrdersOfSites {
  of(siteId: SiteId): readonly StandingOrder[];
}

/** The name of a schedule with the orders that are in its snapshot. */
export function revisionWith(revision: string, orders: readonly SiteOrder[], now: number): string {
  return orderedRevision(revision, orders, { now, hashOf: (text) => hash('sha256', text, 'base64url') });
}
