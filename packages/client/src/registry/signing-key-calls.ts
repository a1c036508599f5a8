import { PATHS, type SigningKeyList } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** The keys that the service signs tokens with. */
export interface SigningKeyCalls {
  listSigningKeys(): Promise<SigningKeyList>;
  /** Makes another signing key, which signs ten minutes later; tokens of the earlier ones stay valid. */
  rotateSigningKey(): Promise<SigningKeyList>;
  /** Ends a signing key, and every token that it signed. */
  revokeSigningKey(keyId: string): Promise<void>;
}

export function createSigningKeyCalls({ ask }: Connection): SigningKeyCalls {
  const path = PATHS.fleetSigningKeys;
  return {
    listSigningKeys: () => ask({ method: 'GET', path }),
    rotateSigningKey: () => ask({ method: 'POST', path }),
    revokeSigningKey: (keyId) => ask({ method: 'DELETE', path: PATHS.fleetSigningKey, params: { keyId } }),
  };
}
