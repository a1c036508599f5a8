import type { ClientId, Scope } from '@setpoint/contract';
import { SignJWT } from 'jose';
import type { ActingClaim } from './acting-claim.ts';
import { BUILT_IN_ALGORITHM, BUILT_IN_TYPE } from './built-in-issuer.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import { TOLERANCE_SECONDS } from './verify-token.ts';

export interface TokenClaims {
  readonly publicUrl: string;
  readonly clientId: ClientId;
  readonly scopes: readonly Scope[];
  /** The number of the secret that it is made with. */
  readonly generation: number;
  /** For a person: the session that it comes from. */
  readonly sessionId?: string;
  /** For a client: the session that it comes from, if it comes from one. */
  readonly clientSessionId?: string;
  /** The client that acts for the person. */
  readonly acting?: ActingClaim;
  readonly lifetimeSeconds: number;
  readonly now: number;
}

/** An access token after RFC 9068, for this service alone. */
export async function signToken(keys: SigningKeys, claims: TokenClaims): Promise<string> {
  const { publicUrl, clientId, scopes, generation, sessionId, clientSessionId, acting } = claims;
  const { lifetimeSeconds, now } = claims;
  const { kid, privateKey } = await keys.signingKey();
  const issuedAt = Math.floor(now / 1_000);
  return new SignJWT({
    // RFC 8693 §4.3: the client that asked for it, also where it speaks for somebody else.
    client_id: acting?.clientId ?? clientId,
    scope: scopes.join(' '),
    generation,
    ...(sessionId === undefined ? {} : { sid: sessionId }),
    // Not `sid`: that is the session of a person.
    ...(clientSessionId === undefined ? {} : { client_sid: clientSessionId }),
    ...(acting === undefined ? {} : { act: { sub: acting.clientId, generation: acting.generation } }),
  })
    .setProtectedHeader({ alg: BUILT_IN_ALGORITHM, typ: BUILT_IN_TYPE, kid })
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setSubject(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(crypto.randomUUID())
    .sign(privateKey);
}

/** How long a token may live that must not outlive what it is made with, in whole seconds; less than one for not at all. */
export function lifetimeUntil(
  endsAt: number,
  { longestSeconds, now }: { longestSeconds: number; now: number },
): number {
  return Math.min(longestSeconds, Math.floor(endsAt / 1_000) - Math.floor(now / 1_000) - TOLERANCE_SECONDS);
}
