import { PATHS, type SigningKeyList } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** The keys that the service signs tokens with. */
export interface SigningKeyCalls {
  listSigningKeys(options?: CallOptions): Promise<SigningKeyList>;
  /** Makes another signing key, which signs ten minutes later; tokens of the earlier ones stay valid. */
  rotateSigningKey(options?: CallOptions): Promise<SigningKeyList>;
  /** Ends a signing key, and every token that it signed. */
  revokeSigningKey(keyId: string, options?: CallOptions): Promise<void>;
}

export function createSigningKeyCalls({ ask }: Connection): SigningKeyCalls {
  const path = PATHS.fleetSigningKeys;
  return {
    listSigningKeys: (options) => ask({ method: 'GET', path }, options),
    rotateSigningKey: (options) => ask({ method: 'POST', path }, options),
    revokeSigningKey: (keyId, options) =>
      ask({ method: 'DELETE', path: PATHS.fleetSigningKey, params: { keyId } }, options),
  };
}
