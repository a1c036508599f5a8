import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientId, SCOPES } from '@setpoint/contract';
import type { JWK } from 'jose';
import { openStoreIn } from './open-test-store.ts';
import type { Store } from '../src/store/store.ts';
import { readSigningKeys } from '../src/identity/keys/read-signing-keys.ts';
import { createAuthenticate } from '../src/identity/tokens/create-authenticate.ts';
import type { Authenticate } from '../src/identity/caller.ts';
import { makeSecret } from '../src/identity/make-secret.ts';
import { openSigningKeys, type SigningKeys } from '../src/identity/keys/signing-keys.ts';
import type { TokenIssuer } from '../src/identity/tokens/token-issuer.ts';
import type { FindPersonNow } from '../src/identity/person-in-session.ts';
import { isSessionOpen } from '../src/sessions/is-session-open.ts';
import { findPersonNow } from '../src/sessions/find-person-now.ts';
import { addClient } from '../src/registry/clients/add-client.ts';

export const PUBLIC_URL = 'https://setpoint.example';
export const CLIENT_ID = '0b8f2f3c-5d1c-7a00-8000-000000000001' as ClientId;
export const START = Date.UTC(2026, 2, 29, 0, 30);

/** A clock that tests set. */
interface Clock {
  at: number;
}

/** A store on a real file, with signing keys and one client. */
export interface TestIdentity {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly findPersonNow: FindPersonNow;
  readonly clock: Clock;
  readonly secret: string;
  authenticateWith(issuers: readonly TokenIssuer[], mostRemembered?: number): Authenticate;
  close(): Promise<void>;
}

export async function openTestIdentity(): Promise<TestIdentity> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-auth-'));
  const store = await openStoreIn(folder);
  const clock = { at: START };
  const now = () => clock.at;
  const keys = await openSigningKeys({ store, now });
  const by = { store, keys, findPersonNow, isSessionOpen };
  const { text: secret, hash: secretHash } = makeSecret('scs_');
  await store.write(addClient, { clientId: CLIENT_ID, clientName: 'desk', scopes: SCOPES, secretHash, now: START });
  return {
    store,
    keys,
    findPersonNow,
    clock,
    secret,
    authenticateWith: (issuers, mostRemembered = 100) =>
      createAuthenticate({ ...by, issuers, publicUrl: PUBLIC_URL, now, mostRemembered }),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The claims of a token as the service makes them. */
export function goodClaims(now: number): Record<string, unknown> {
  const issuedAt = Math.floor(now / 1_000);
  return {
    iss: PUBLIC_URL,
    aud: PUBLIC_URL,
    sub: CLIENT_ID,
    client_id: CLIENT_ID,
    scope: 'sites:read schedules:write',
    iat: issuedAt,
    exp: issuedAt + 3_600,
    jti: 'f0a5a2de-0000-4000-8000-000000000000',
  };
}

/** The service's own key pair, as an attacker with the database would have it. */
export async function readKeyPair(store: Store): Promise<{ kid: string; privateJwk: JWK; publicJwk: JWK }> {
  const [key] = await store.read(readSigningKeys, {});
  if (key === undefined) throw new Error('there is no signing key');
  return {
    kid: key.kid,
    privateJwk: JSON.parse(key.privateJwk) as JWK,
    publicJwk: JSON.parse(key.publicJwk) as JWK,
  };
}
