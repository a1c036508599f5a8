import { randomUUID } from 'node:crypto';
import { type ClientId, SCOPES } from '@setpoint/contract';
import { beginSession } from '../src/sessions/begin-session.ts';
import { makeSecret } from '../src/identity/make-secret.ts';
import { signToken } from '../src/identity/tokens/sign-token.ts';
import type { SigningKeys } from '../src/identity/keys/signing-keys.ts';
import { findPerson } from '../src/people/find-person.ts';
import type { Store } from '../src/store/store.ts';

interface Signing {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly publicUrl: string;
  readonly now: number;
}

/** For tests: somebody as a provider vouches for them. */
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly groups?: readonly string[];
  /** Never, if left out. */
  readonly groupsEndAt?: number;
}

const HOUR_MS = 3_600_000;

/** For tests: signs a person in without a provider. undefined for one who is disabled. */
export async function signInPerson(
  { store, keys, publicUrl, now }: Signing,
  { issuer, subject, groups = [], groupsEndAt = now + 365 * 24 * HOUR_MS }: Vouched,
): Promise<{ readonly personId: ClientId; readonly sessionId: string; readonly authorization: string } | undefined> {
  const sessionId = randomUUID();
  const begun = await store.write(beginSession, {
    claimed: { issuer, subject, personName: subject, email: null, isEmailVerified: false, groups },
    personId: randomUUID() as string as ClientId,
    groupsEndAt,
    sessionHash: makeSecret('scw_').hash,
    sessionId,
    ticketHash: sessionId,
    ticketEndsAt: now + HOUR_MS,
    means: 'provider',
    provider: 'test',
    providerSession: null,
    sealed: null,
    askAgainAt: now + HOUR_MS,
    origin: { address: '127.0.0.1', agent: null },
    replacedHash: '',
    now,
    idleSince: now - HOUR_MS,
    endsAt: now + 24 * HOUR_MS,
  });
  if (begun.kind !== 'begun') return undefined;
  const person = await store.read(findPerson, { issuer, subject });
  const token = await signToken(keys, {
    publicUrl,
    clientId: begun.personId,
    scopes: SCOPES,
    generation: person?.generation ?? 0,
    sessionId,
    lifetimeSeconds: 3_600,
    now,
  });
  return { personId: begun.personId, sessionId, authorization: `Bearer ${token}` };
}
