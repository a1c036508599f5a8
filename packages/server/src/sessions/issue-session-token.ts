import type { SessionToken } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import { noteToken, type TokenCounting } from '../identity/tokens/note-token.ts';
import { lifetimeUntil, signToken } from '../identity/tokens/sign-token.ts';
import type { SigningKeys } from '../identity/keys/signing-keys.ts';
import type { Store } from '../store/store.ts';
import type { SignedIn } from './create-session-finder.ts';
import { sessionDeed } from './session-deed.ts';
import { useConsoleSession } from './use-console-session.ts';

const TOKEN_LIFETIME_SECONDS = 300;

interface Issuing extends TokenCounting {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** A short token for who is signed in; undefined where the session ends within seconds. */
export async function issueSessionToken(
  issuing: Issuing,
  request: FastifyRequest,
  session: SignedIn,
): Promise<SessionToken | undefined> {
  const { store, keys, publicUrl, now } = issuing;
  const { sessionHash, sessionId, clientId, clientName, scopes, generation, endsAt, person } = session;
  const at = now();
  const lifetimeSeconds = lifetimeUntil(endsAt, { longestSeconds: TOKEN_LIFETIME_SECONDS, now: at });
  if (lifetimeSeconds < 1) return undefined;
  await store.write(useConsoleSession, { sessionHash, now: at });
  noteToken(issuing, sessionDeed(request, session));
  const ofSession = person === undefined ? ofClient(sessionId) : { sessionId: person.sessionId };
  const claims = { publicUrl, clientId, scopes, generation, lifetimeSeconds, now: at };
  return {
    kind: person === undefined ? 'client' : 'person',
    access_token: await signToken(keys, { ...claims, ...ofSession }),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: scopes.join(' '),
    clientId,
    clientName,
    endsAt: instantText(endsAt),
  };
}

function ofClient(clientSessionId: string | null) {
  return clientSessionId === null ? {} : { clientSessionId };
}
