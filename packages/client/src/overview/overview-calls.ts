import { type FleetOverview, LIMITS, PATHS } from '@setpoint/contract';
import { createDeliveryCalls, type DeliveryCalls } from '../delivery/delivery-calls.ts';
import { createDeviceCalls, type DeviceCalls } from '../devices/device-calls.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import { createNodeCalls, type NodeCalls } from '../nodes/node-calls.ts';

/** The state of the sites and of the service, for clients that may read them. */
export interface OverviewCalls extends NodeCalls, DeviceCalls, DeliveryCalls {
  /** All sites that this client can see, or the members of a pool alone, sorted by name, page by page. */
  pages(poolId?: string, options?: CallOptions): AsyncGenerator<FleetOverview>;
  /** The given sites, except those that this client cannot see. */
  of(siteIds: readonly string[], options?: CallOptions): Promise<FleetOverview>;
}

export function createOverviewCalls(connection: Connection): OverviewCalls {
  const path = PATHS.fleetOverview;
  return {
    ...createNodeCalls(connection),
    ...createDeviceCalls(connection),
    ...createDeliveryCalls(connection),
    pages: (poolId, options) => connection.pages({ path, query: { poolId } }, options),
    async of(siteIds, options) {
      if (siteIds.length > LIMITS.maxNamedSites) throw new RangeError(`at most ${LIMITS.maxNamedSites} sites`);
      return connection.ask({ method: 'GET', path, query: { siteIds: siteIds.join() } }, options);
    },
  };
}
