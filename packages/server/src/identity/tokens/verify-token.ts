import { parseClientId, type Scope } from '@setpoint/contract';
import { jwtVerify } from 'jose';
import { type JsonObject, type ParsedToken, parseToken } from './parse-token.ts';
import type { ActingClaim } from './acting-claim.ts';
import type { KeyName, TokenIssuer } from './token-issuer.ts';

/** For how long after its end a token is still taken. */
export const TOLERANCE_SECONDS = 5;
const MAX_LIFETIME_SECONDS = 24 * 3_600;
const MAX_KID_CHARS = 200;

export interface VerifiedToken {
  readonly issuer: TokenIssuer;
  readonly subject: string;
  readonly scopes: ReadonlySet<Scope>;
  /** What tokens of the service itself claim: the number of the secret that it was made with. */
  readonly generation: number;
  /** What tokens of persons claim: the session that they come from. */
  readonly sessionId: string | undefined;
  /** What tokens of clients claim that come from a session. */
  readonly clientSessionId: string | undefined;
  /** What tokens of persons claim for whom a client acts; `null` for a claim that cannot be read. */
  readonly acting: ActingClaim | null | undefined;
  readonly issuedAt: number;
  /** The instant from which on it is no longer taken, the tolerance included. */
  readonly expiresAt: number;
}

export interface TokenRules {
  readonly issuers: ReadonlyMap<string, TokenIssuer>;
  readonly now: number;
}

/** Checks everything that a token claims against the terms of its issuer; undefined when anything is amiss. */
export async function verifyToken(token: string, { issuers, now }: TokenRules): Promise<VerifiedToken | undefined> {
  const parsed = parseToken(token);
  if (parsed === undefined) return undefined;
  const { iss } = parsed.payload;
  const issuer = typeof iss === 'string' ? issuers.get(iss) : undefined;
  if (issuer === undefined) return undefined;
  const name = keyNameOf(parsed, issuer);
  const claims = claimsOf(parsed.payload, issuer, now);
  if (name === undefined || claims === undefined) return undefined;
  const key = await issuer.findKey(name);
  if (key === undefined) return undefined;
  const isSigned = await holds(() =>
    jwtVerify(token, key, {
      algorithms: [name.alg],
      issuer: issuer.issuer,
      audience: issuer.audience,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    }),
  );
  return isSigned ? { issuer, ...claims } : undefined;
}

// The library throws for whatever is wrong with a token, and here nothing else can be wrong.
async function holds(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}

// Fields that bring keys or point at them (jwk, jku, x5u, x5c) are not read: a key is one the issuer published.
function keyNameOf({ header }: ParsedToken, issuer: TokenIssuer): KeyName | undefined {
  const { alg, kid, typ } = header;
  // RFC 7515 §4.1.11: what is critical must be understood, and no extension is.
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) return undefined;
  if (typeof alg !== 'string' || !issuer.algorithms.includes(alg)) return undefined;
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_CHARS) return undefined;
  if (typeof typ !== 'string' || !issuer.types.includes(plainType(typ))) return undefined;
  return { alg, kid };
}

/** RFC 7515 §4.1.9: a media type, its letter case ignored, whose `application/` may be left out. */
function plainType(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '');
}

type Claims = Omit<VerifiedToken, 'issuer'>;

function claimsOf(payload: JsonObject, issuer: TokenIssuer, now: number): Claims | undefined {
  const times = timesOf(payload, now);
  const subject = ownClaim(payload, issuer.subjectClaim);
  if (times === undefined || typeof subject !== 'string' || subject === '') return undefined;
  const scopes = issuer.scopesOf(payload);
  if (scopes === undefined) return undefined;
  const [sessionId, clientSessionId] = [textOf(payload, 'sid'), textOf(payload, 'client_sid')];
  const [generation, acting] = [generationOf(payload), actingOf(payload)];
  return { subject, scopes, generation, sessionId, clientSessionId, acting, ...times };
}

// A token without the number is older than any that says one.
function generationOf(payload: JsonObject): number {
  const generation = ownClaim(payload, 'generation');
  return typeof generation === 'number' ? generation : 0;
}

function textOf(payload: JsonObject, name: 'sid' | 'client_sid'): string | undefined {
  const text = ownClaim(payload, name);
  return typeof text === 'string' ? text : undefined;
}

// RFC 8693 §4.1.
function actingOf(payload: JsonObject): ActingClaim | null | undefined {
  const act = ownClaim(payload, 'act');
  if (act === undefined) return undefined;
  if (typeof act !== 'object' || act === null) return null;
  const { sub, generation } = act as JsonObject;
  const clientId = typeof sub === 'string' ? parseClientId(sub) : undefined;
  return clientId === undefined || typeof generation !== 'number' ? null : { clientId, generation };
}

function timesOf(payload: JsonObject, now: number): Pick<Claims, 'issuedAt' | 'expiresAt'> | undefined {
  const { exp, iat, nbf } = payload;
  if (!isInstant(exp) || !isInstant(iat) || (nbf !== undefined && !isInstant(nbf))) return undefined;
  if (exp <= iat || exp - iat > MAX_LIFETIME_SECONDS) return undefined;
  const nowSeconds = now / 1_000;
  if (Math.max(iat, nbf ?? iat) > nowSeconds + TOLERANCE_SECONDS) return undefined;
  const expiresAt = (exp + TOLERANCE_SECONDS) * 1_000;
  return now < expiresAt ? { issuedAt: iat * 1_000, expiresAt } : undefined;
}

function isInstant(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** A claim that the token itself holds, nothing inherited. */
export function ownClaim(payload: JsonObject, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined;
}
