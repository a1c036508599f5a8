import { type BatchDelivery, PATHS, type SiteDelivery } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** How far schedules have come on their way to the controllers. */
export interface DeliveryCalls {
  /** How far the schedule of a site has come. */
  readDelivery(siteId: string, options?: CallOptions): Promise<SiteDelivery>;
  /** How far a batch has come. With `waitSeconds` (at most 55), waits until the controller has accepted or rejected it. */
  readBatch(batchId: string, options?: CallOptions & { readonly waitSeconds?: number }): Promise<BatchDelivery>;
}

export function createDeliveryCalls({ ask }: Connection): DeliveryCalls {
  return {
    readDelivery: (siteId, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteDelivery, params: { siteId } }, options),
    readBatch(batchId, { waitSeconds, ...options } = {}) {
      const query = waitSeconds === undefined ? {} : { wait: 'accepted', timeout: waitSeconds };
      return ask({ method: 'GET', path: PATHS.fleetBatch, params: { batchId }, query }, options);
    },
  };
}
