import { PATHS, type SiteDevices } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** The devices of a site. */
export interface DeviceCalls {
  /** The device tree of a site. */
  readDevices(siteId: string, options?: CallOptions): Promise<SiteDevices>;
}

export function createDeviceCalls({ ask }: Connection): DeviceCalls {
  return {
    readDevices: (siteId, options) => ask({ method: 'GET', path: PATHS.fleetSiteDevices, params: { siteId } }, options),
  };
}
