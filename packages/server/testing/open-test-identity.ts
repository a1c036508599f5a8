import { type ClientId, SCOPES } from '@setpoint/contract';
import { kindOfRun, openTestStore } from './open-test-store.ts';
import { createAuthenticate } from '../src/identity/tokens/create-authenticate.ts';
import { makeSecret } from '../src/identity/make-secret.ts';
import { openSigningKeys } from '../src/identity/keys/signing-keys.ts';
import type { TokenIssuer } from '../src/identity/tokens/token-issuer.ts';
import { isSessionOpen } from '../src/sessions/is-session-open.ts';
import { findPersonNow } from '../src/sessions/find-person-now.ts';
import { addClient } from '../src/registry/clients/add-client.ts';

export const PUBLIC_URL = 'https://setpoint.example';
export const CLIENT_ID = '0b8f2f3c-5d1c-7a00-8000-000000000001' as ClientId;
export const START = Date.UTC(2026, 2, 29, 0, 30);

export type TestIdentity = Awaited<ReturnType<typeof openTestIdentity>>;

/** For tests: a store, with signing keys, one client, and a clock that tests set. */
export async function openTestIdentity() {
  const { store, close } = await openTestStore(kindOfRun());
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
    authenticateWith: (issuers: readonly TokenIssuer[], mostRemembered = 100) =>
      createAuthenticate({ ...by, issuers, publicUrl: PUBLIC_URL, now, mostRemembered }),
    close,
  };
}
