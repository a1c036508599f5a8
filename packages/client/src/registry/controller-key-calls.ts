import {
  type AddedControllerKey,
  type ChangeControllerKeyRequest,
  type ControllerKeyList,
  PATHS,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** When a credential expires; omit for no expiry. */
export interface EndDate {
  readonly endsAt?: string | undefined;
}

/** Options of a new controller key. */
interface NewControllerKey extends EndDate {
  /** The certificate that it is bound to: its SHA-256 in base64url (`x5t#S256` of RFC 8705). */
  readonly certificateThumbprint?: string | undefined;
}

/** The keys that the controller of a site signs in with. */
export interface ControllerKeyCalls {
  listControllerKeys(siteId: string, options?: CallOptions): Promise<ControllerKeyList>;
  /** Makes another controller key, which is shown only once. A site has at most two. */
  addControllerKey(siteId: string, key?: NewControllerKey, options?: CallOptions): Promise<AddedControllerKey>;
  /** Binds a controller key to these certificates, two at most, and to no other; with none, it is bound to none. */
  changeControllerKey(
    siteId: string,
    keyId: string,
    change: ChangeControllerKeyRequest,
    options?: CallOptions,
  ): Promise<void>;
  /** Ends a controller key and the connections made with it. */
  revokeControllerKey(siteId: string, keyId: string, options?: CallOptions): Promise<void>;
}

export function createControllerKeyCalls({ ask }: Connection): ControllerKeyCalls {
  const path = PATHS.fleetSiteKeys;
  return {
    listControllerKeys: (siteId, options) => ask({ method: 'GET', path, params: { siteId } }, options),
    addControllerKey: (siteId, { endsAt, certificateThumbprint } = {}, options) =>
      ask({ method: 'POST', path, params: { siteId }, query: { endsAt, certificateThumbprint } }, options),
    changeControllerKey: (siteId, keyId, ...[body, options]) =>
      ask({ method: 'PATCH', path: PATHS.fleetSiteKey, params: { siteId, keyId }, body }, options),
    revokeControllerKey: (siteId, keyId, options) =>
      ask({ method: 'DELETE', path: PATHS.fleetSiteKey, params: { siteId, keyId } }, options),
  };
}
