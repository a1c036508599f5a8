import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Claims {
  readonly url: string;
  readonly clientId: string;
  readonly scope: string;
  readonly issuedAtMs: number;
  readonly lifetimeSeconds: number;
}

/** A token signed with the service's own key, out of its store: what it would have issued at another time. */
export function signToken(dataDir: string, { url, clientId, scope, issuedAtMs, lifetimeSeconds }: Claims): string {
  const { kid, key } = signingKeyIn(dataDir);
  const iat = Math.floor(issuedAtMs / 1_000);
  const header = { alg: 'ES256', typ: 'at+jwt', kid };
  const claims = { iss: url, aud: url, sub: clientId, client_id: clientId, scope, iat, exp: iat + lifetimeSeconds };
  const text = [header, { ...claims, jti: crypto.randomUUID() }].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function signingKeyIn(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'setpoint.sqlite'), { readOnly: true });
  try {
    const row = database.prepare('SELECT kid, private_jwk FROM signing_key ORDER BY created_at LIMIT 1').get();
    const jwk = JSON.parse(String(row?.['private_jwk'])) as JsonWebKey;
    return { kid: String(row?.['kid']), key: createPrivateKey({ key: jwk, format: 'jwk' }) };
  } finally {
    database.close();
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
