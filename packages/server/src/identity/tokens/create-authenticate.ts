import { parseClientId, scopesOfRoles } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import { findMappedClient } from '../issuers/find-mapped-client.ts';
import { findActingClient } from '../find-acting-client.ts';
import type { IsSessionOpen } from '../is-session-open.ts';
import { builtInIssuer } from './built-in-issuer.ts';
import type { Authenticate, Caller } from '../caller.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { FindPersonNow } from '../person-in-session.ts';
import type { ActingClaim } from './acting-claim.ts';
import type { TokenIssuer } from './token-issuer.ts';
import { type VerifiedToken, verifyToken } from './verify-token.ts';

const REMEMBERED_FOR_MS = 60_000;
const MOST_REMEMBERED = 10_000;
const MAX_HEADER_CHARS = 8 * 1024 + 16;

export interface Authentication {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly findPersonNow: FindPersonNow;
  readonly isSessionOpen: IsSessionOpen;
  readonly issuers: readonly TokenIssuer[];
  readonly publicUrl: string;
  readonly now: () => number;
  readonly mostRemembered?: number;
}

interface Remembered {
  readonly since: number;
  readonly until: number;
  readonly proven: Proven;
}

/** What a token proves by itself: a client or a person of ours, or a subject of somebody else's. */
type Proven =
  | { readonly kind: 'client'; readonly caller: Caller }
  | ProvenInSession
  | ProvenPerson
  | { readonly kind: 'subject'; readonly token: VerifiedToken };

interface ProvenInSession {
  readonly kind: 'client in a session';
  readonly caller: Caller;
  readonly sessionId: string;
}

interface ProvenPerson {
  readonly kind: 'person';
  readonly caller: Caller;
  readonly sessionId: string;
  /** The client that acts for the person, if one does. */
  readonly acting: ActingClaim | undefined;
}

/** Finds out who calls. A verified token is remembered for a while, so that a signature is not paid for twice. */
export function createAuthenticate(authentication: Authentication): Authenticate {
  const { keys, issuers, publicUrl, now, mostRemembered = MOST_REMEMBERED } = authentication;
  const builtIn = builtInIssuer(publicUrl, keys);
  const byIssuer = new Map([...issuers, builtIn].map((one) => [one.issuer, one]));
  const memory = new Map<string, Remembered>();

  async function verify(token: string, turn?: () => Promise<void> | undefined): Promise<Caller | undefined> {
    await turn?.();
    const since = now();
    // From before the keys are looked at: one revoked meanwhile leaves this behind, never ahead.
    const keyRevision = keys.revision();
    const verified = await verifyToken(token, { issuers: byIssuer, now: since });
    if (verified === undefined) return undefined;
    const proven = provenBy(verified, builtIn, keyRevision);
    if (proven === undefined) return undefined;
    const until = Math.min(verified.expiresAt, since + REMEMBERED_FOR_MS);
    makeRoom(memory, mostRemembered);
    memory.set(token, { since, until, proven });
    return callerOf(authentication, proven);
  }

  return (authorization, isAnew = false, turn?) => {
    if (authorization === undefined || authorization.length > MAX_HEADER_CHARS) return undefined;
    const token = tokenOf(authorization);
    if (token === undefined) return undefined;
    if (isAnew) return keys.reload().then(() => verify(token));
    const known = memory.get(token);
    if (known === undefined) return verify(token, turn);
    const at = now();
    // Outside of its time it is verified anew; a clock that was set back counts as outside too.
    if (at < known.since || at >= known.until) {
      memory.delete(token);
      return verify(token, turn);
    }
    return callerOf(authentication, known.proven);
  };
}

// A header can be written in thousands of ways, and is remembered in one. Most are written as the standard has it.
function tokenOf(authorization: string): string | undefined {
  if (authorization.startsWith('Bearer ') && authorization[7] !== ' ') return authorization.slice(7);
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function provenBy(token: VerifiedToken, builtIn: TokenIssuer, keyRevision: number): Proven | undefined {
  if (token.issuer !== builtIn) return { kind: 'subject', token };
  const clientId = parseClientId(token.subject);
  if (clientId === undefined) return undefined;
  const { scopes, generation, sessionId, clientSessionId, acting } = token;
  const caller = { clientId, scopes, generation, keyRevision };
  if (acting === null) return undefined;
  if (sessionId !== undefined) return { kind: 'person', caller, sessionId, acting };
  if (acting !== undefined) return undefined;
  return clientSessionId === undefined
    ? { kind: 'client', caller }
    : { kind: 'client in a session', caller, sessionId: clientSessionId };
}

type Finding = Pick<Authentication, 'store' | 'findPersonNow' | 'isSessionOpen'>;

function callerOf(by: Finding, proven: Proven): Caller | Promise<Caller | undefined> {
  switch (proven.kind) {
    case 'client':
      return proven.caller;
    case 'client in a session':
      return callerInSession(by, proven);
    case 'person':
      return personCaller(by, proven);
    case 'subject':
      return mappedCaller(by.store, proven.token);
  }
}

// Signed out, its token is over with the next request.
async function callerInSession(by: Finding, { caller, sessionId }: ProvenInSession): Promise<Caller | undefined> {
  const isOpen = await by.store.read(by.isSessionOpen, { clientId: caller.clientId, sessionId });
  return isOpen ? caller : undefined;
}

// Of the roles nothing is remembered: what was taken back is gone with the next request.
async function personCaller(by: Finding, { caller, sessionId, acting }: ProvenPerson): Promise<Caller | undefined> {
  const { store, findPersonNow } = by;
  const found = await store.read(findPersonNow, { personId: caller.clientId, sessionId });
  if (found === undefined) return undefined;
  const may = scopesOfRoles(found.roles);
  const scopes = new Set([...caller.scopes].filter((scope) => may.has(scope)));
  const itself = { ...caller, scopes, person: { ...found, sessionId } };
  return acting === undefined ? itself : actingCaller(store, itself, acting);
}

// What was taken back from the client is gone with the next request too.
async function actingCaller(store: Store, person: Caller, acting: ActingClaim): Promise<Caller | undefined> {
  const client = await store.read(findActingClient, acting);
  if (client === undefined) return undefined;
  const scopes = new Set(client.scopes.filter((scope) => person.scopes.has(scope)));
  return { ...person, scopes, through: { clientId: client.clientId, clientName: client.clientName } };
}

// A subject means nothing by itself, not even one that equals a client's id: somebody must have mapped it.
async function mappedCaller(store: Store, token: VerifiedToken): Promise<Caller | undefined> {
  const { issuer, subject, scopes, issuedAt } = token;
  const client = await store.read(findMappedClient, { issuer: issuer.issuer, subject });
  if (client === undefined || !client.isEnabled || issuedAt <= client.endedAt) return undefined;
  return { clientId: client.clientId, scopes: new Set(client.scopes.filter((scope) => scopes.has(scope))) };
}

// A map keeps the order in which its entries came.
function makeRoom(memory: Map<string, Remembered>, most: number): void {
  const [oldest] = memory.keys();
  if (memory.size >= most && oldest !== undefined) memory.delete(oldest);
}
