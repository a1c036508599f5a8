import {
  type BatchDelivery,
  type FleetOverview,
  LIMITS,
  type NodeStatus,
  PATHS,
  type ServiceNodeList,
  type SiteDelivery,
  type SiteDevices,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';

/** How the sites are and what became of what was set, for clients that may read them. */
export interface OverviewCalls {
  /** All sites that this client can see, by name, page by page. */
  pages(): AsyncGenerator<FleetOverview>;
  /** The sites named, without those that this client cannot see. */
  of(siteIds: readonly string[]): Promise<FleetOverview>;
  /** How the node is that answers. */
  readStatus(): Promise<NodeStatus>;
  /** All nodes of the service. */
  listNodes(): Promise<ServiceNodeList>;
  /** The device tree of a site. */
  readDevices(siteId: string): Promise<SiteDevices>;
  /** What became of everything that is set on a site. */
  readDelivery(siteId: string): Promise<SiteDelivery>;
  /** What became of one batch; waits for the controller as long as told, at most 55 s. */
  readBatch(batchId: string, options?: { readonly waitSeconds?: number }): Promise<BatchDelivery>;
}

export function createOverviewCalls(send: Send): OverviewCalls {
  const path = PATHS.fleetOverview;
  return {
    async *pages() {
      let cursor: string | undefined;
      do {
        const { body } = await send({ method: 'GET', path, query: { limit: LIMITS.maxPageSize, cursor } });
        const page = body as FleetOverview;
        yield page;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    async of(siteIds) {
      if (siteIds.length > LIMITS.maxNamedSites) throw new RangeError(`at most ${LIMITS.maxNamedSites} sites`);
      return (await send({ method: 'GET', path, query: { siteIds: siteIds.join() } })).body as FleetOverview;
    },
    async readStatus() {
      return (await send({ method: 'GET', path: PATHS.fleetStatus })).body as NodeStatus;
    },
    async listNodes() {
      return (await send({ method: 'GET', path: PATHS.fleetNodes })).body as ServiceNodeList;
    },
    async readDevices(siteId) {
      return (await send({ method: 'GET', path: PATHS.fleetSiteDevices, params: { siteId } })).body as SiteDevices;
    },
    async readDelivery(siteId) {
      return (await send({ method: 'GET', path: PATHS.fleetSiteDelivery, params: { siteId } })).body as SiteDelivery;
    },
    async readBatch(batchId, { waitSeconds } = {}) {
      const query = waitSeconds === undefined ? {} : { wait: 'accepted', timeout: waitSeconds };
      return (await send({ method: 'GET', path: PATHS.fleetBatch, params: { batchId }, query })).body as BatchDelivery;
    },
  };
}
