import { hash } from 'node:crypto';

/** A public key as a JSON Web Key. */
export type JsonWebKeyText = Readonly<Record<string, unknown>>;

/** RFC 7638 §3.2: what makes an elliptic key, in the order of the names. */
export function thumbprintOf({ crv, kty, x, y }: JsonWebKeyText): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
}
