import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import { queryStore } from '@setpoint/server/testing/query-store';

export interface Claims {
  readonly url: string;
  readonly clientId: string;
  readonly scope: string;
  readonly issuedAtMs: number;
  readonly lifetimeSeconds: number;
}

/** A token signed with the service's own key, out of its store: what it would have issued at another time. */
export async function signToken(dataDir: string, wanted: Claims): Promise<string> {
  const { url, clientId, scope, issuedAtMs, lifetimeSeconds } = wanted;
  const { kid, key } = await signingKeyIn(dataDir);
  const iat = Math.floor(issuedAtMs / 1_000);
  const header = { alg: 'ES256', typ: 'at+jwt', kid };
  const claims = { iss: url, aud: url, sub: clientId, client_id: clientId, scope, iat, exp: iat + lifetimeSeconds };
  const text = [header, { ...claims, jti: crypto.randomUUID() }].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

async function signingKeyIn(dataDir: string) {
  const [row] = await queryStore(dataDir, 'SELECT kid, private_jwk FROM signing_key ORDER BY created_at LIMIT 1');
  const jwk = JSON.parse(String(row?.['private_jwk'])) as JsonWebKey;
  return { kid: String(row?.['kid']), key: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
