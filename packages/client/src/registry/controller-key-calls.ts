import { type AddedControllerKey, type ControllerKeyList, PATHS } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** When a credential ends by itself; never if left out. */
export interface EndDate {
  readonly endsAt?: string | undefined;
}

/** The keys that the controller of a site signs in with. */
export interface ControllerKeyCalls {
  listControllerKeys(siteId: string): Promise<ControllerKeyList>;
  /** Makes another controller key, which is shown only once. A site has at most two. */
  addControllerKey(siteId: string, end?: EndDate): Promise<AddedControllerKey>;
  /** Ends a controller key and the connections made with it. */
  revokeControllerKey(siteId: string, keyId: string): Promise<void>;
}

export function createControllerKeyCalls({ ask }: Connection): ControllerKeyCalls {
  const path = PATHS.fleetSiteKeys;
  return {
    listControllerKeys: (siteId) => ask({ method: 'GET', path, params: { siteId } }),
    addControllerKey: (siteId, { endsAt } = {}) => ask({ method: 'POST', path, params: { siteId }, query: { endsAt } }),
    revokeControllerKey: (siteId, keyId) =>
      ask({ method: 'DELETE', path: PATHS.fleetSiteKey, params: { siteId, keyId } }),
  };
}
