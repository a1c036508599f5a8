import { AppError } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { hashSecret, type SecretPrefix } from '../identity/make-secret.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { tooMany } from '../limits/too-many.ts';
import type { Store } from '../store/store.ts';
import { findConsoleSession, type FoundSession } from './find-console-session.ts';
import { createSessionCookie } from './cookie.ts';
import type { SessionTimes } from './settings.ts';

const MOST_KNOWN = 10_000;

/** Which sessions were good when they were last looked for here. */
function createKnownSessions() {
  const known = new Set<string>();
  return {
    has: (sessionHash: string) => known.has(sessionHash),
    note(sessionHash: string) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.add(sessionHash);
    },
    forget: (sessionHash: string) => void known.delete(sessionHash),
  };
}

interface Finding {
  readonly store: Store;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly times: Pick<SessionTimes, 'idleMs'>;
  /** Wrong secrets by address; left out, they are not counted. */
  readonly failures: RateLimit;
}

/** A secret that is good, and who is signed in with it. */
export interface SignedIn extends FoundSession {
  readonly sessionHash: string;
  /** What the cookie holds, or the command line. */
  readonly secret: string;
}

export type SessionFinder = (request: FastifyRequest) => Promise<SignedIn | undefined>;

/** Looks for the session of a cookie. */
export function createSessionFinder(finding: Finding): SessionFinder {
  const cookie = createSessionCookie(finding.publicUrl);
  const find = createSecretFinder(finding, 'scw_');
  return (request) => find(cookie.read(request), request);
}

/** Looks for the session of a command line, which no cookie is good for, as its secret is for no browser. */
export function createLoginFinder(finding: Finding): SessionFinder {
  const find = createSecretFinder(finding, 'sct_');
  return (request) => find(/^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1], request);
}

type SecretFinder = (secret: string | undefined, request: FastifyRequest) => Promise<SignedIn | undefined>;

// One that was wrong is counted, and of too many the next is not looked for.
function createSecretFinder({ store, now, times, failures }: Finding, prefix: SecretPrefix): SecretFinder {
  const known = createKnownSessions();
  return async (secret, request) => {
    if (secret === undefined) return undefined;
    const sessionHash = hashSecret(secret);
    // Nobody who is signed in is kept out by others at the same address.
    if (failures.isSpent(request.ip) && !known.has(sessionHash)) throw tooMany('failures');
    const at = now();
    const asked = { sessionHash, now: at, idleSince: at - times.idleMs };
    const found = secret.startsWith(prefix) ? await store.read(findConsoleSession, asked) : undefined;
    if (found === undefined) {
      known.forget(sessionHash);
      failures.take(request.ip);
      return undefined;
    }
    known.note(sessionHash);
    return { ...found, sessionHash, secret };
  };
}

// Every browser names the page's origin on requests of these methods.
export function fromThisOriginOrThrow({ headers }: FastifyRequest, publicUrl: string): void {
  const isSameSite = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
  if (isSameSite && headers.origin === new URL(publicUrl).origin) return;
  throw new AppError('forbidden', `the console is at ${publicUrl}: open it there`);
}

/** A failed authentication, or that there were too many of them. */
export function counted(failures: RateLimit, { ip }: FastifyRequest, refusal: AppError): AppError {
  return failures.take(ip) ? refusal : tooMany('failures');
}
