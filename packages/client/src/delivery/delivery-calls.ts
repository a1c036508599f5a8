import { type BatchDelivery, PATHS, type SiteDelivery } from '@setpoint/contract';
import type { Connection } from '../http/connection.ts';

/** What became of what was set: whether the controllers have it, and what they make of it. */
export interface DeliveryCalls {
  /** What became of everything that is set on a site. */
  readDelivery(siteId: string): Promise<SiteDelivery>;
  /** What became of one batch; waits for the controller as long as told, at most 55 s. */
  readBatch(batchId: string, options?: { readonly waitSeconds?: number }): Promise<BatchDelivery>;
}

export function createDeliveryCalls({ ask }: Connection): DeliveryCalls {
  return {
    readDelivery: (siteId) => ask({ method: 'GET', path: PATHS.fleetSiteDelivery, params: { siteId } }),
    readBatch(batchId, { waitSeconds } = {}) {
      const query = waitSeconds === undefined ? {} : { wait: 'accepted', timeout: waitSeconds };
      return ask({ method: 'GET', path: PATHS.fleetBatch, params: { batchId }, query });
    },
  };
}
