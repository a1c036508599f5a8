import { instantText } from '@setpoint/core';
import {
  AppError,
  RedeemLinkRequest,
  SESSION_PATHS,
  type SessionToken,
  SIGN_IN_FRAGMENT,
  type SignInLink,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import type { Budget } from '../identity/budget.ts';
import { proveClient } from '../identity/prove-client.ts';
import { signToken } from '../identity/sign-token.ts';
import type { SigningKeys } from '../identity/signing-keys.ts';
import type { Store } from '../store/store.ts';
import { tooMany } from '../identity/too-many.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import type { RateLimit } from '../identity/rate-limit.ts';
import { readForm } from '../http/read-form.ts';
import { readJson } from '../http/read-json.ts';
import { createSessionCookie } from './session-cookie.ts';
import { addSignInLink } from './add-sign-in-link.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { redeemSignInLink } from './redeem-sign-in-link.ts';
import { useConsoleSession } from './use-console-session.ts';

const LINK_LIFETIME_MS = 10 * 60_000;
const TOKEN_LIFETIME_SECONDS = 300;
const IDLE_MS = 8 * 3_600_000;
const LONGEST_SESSION_MS = 7 * 24 * 3_600_000;

export interface SessionRoutes {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly publicUrl: string;
  readonly now: () => number;
  /** Wrong secrets by address; left out, they are not counted. */
  readonly failures?: RateLimit;
  readonly budget: Pick<Budget, 'open'>;
}

const checkRedeem = valueOrThrow(RedeemLinkRequest);

/** How people get into the console: a link that is good once, a cookie that is good here alone, short tokens for the page. */
export function sessionRoutes(app: FastifyInstance, options: SessionRoutes): void {
  addLinkRoutes(app, options);
  addCookieRoutes(app, options);
}

function addLinkRoutes(app: FastifyInstance, { store, publicUrl, now, failures, budget }: SessionRoutes): void {
  const cookie = createSessionCookie(publicUrl);

  // Takes the secret of a client: a token would buy a session that outlives it.
  app.post(SESSION_PATHS.links, async (request, reply): Promise<SignInLink> => {
    const form = await readForm(request);
    if (form === undefined) throw new AppError('unsupported_media_type', 'send application/x-www-form-urlencoded');
    await budget.open(reply, request.ip);
    const proven = await proveClient(store, { authorization: request.headers.authorization, form });
    if (proven.kind === 'refused') {
      if (proven.error !== 'invalid_client') throw new AppError('bad_request', proven.description);
      throw failures?.take(request.ip) === false
        ? tooMany('failures')
        : new AppError('unauthorized', proven.description);
    }
    const secret = makeSecret('scl_');
    const { clientId, scopes } = proven;
    const expiresAt = now() + LINK_LIFETIME_MS;
    await store.write(addSignInLink, { linkHash: secret.hash, clientId, scopes, now: now(), expiresAt });
    reply.code(201).header('Cache-Control', 'no-store');
    return { url: `${publicUrl}/${SIGN_IN_FRAGMENT}${secret.text}`, expiresAt: instantText(expiresAt) };
  });

  app.post(SESSION_PATHS.session, async (request, reply) => {
    fromThisOriginOrThrow(request, publicUrl);
    const { secret } = await readJson(request, checkRedeem);
    await budget.open(reply, request.ip);
    const session = makeSecret('scw_');
    const at = now();
    const { kind } = await store.write(redeemSignInLink, {
      linkHash: hashSecret(secret),
      sessionHash: session.hash,
      now: at,
      idleSince: at - IDLE_MS,
      endsAt: at + LONGEST_SESSION_MS,
    });
    if (kind === 'link_spent') throw failures?.take(request.ip) === false ? tooMany('failures') : linkSpent();
    cookie.set(reply, session.text, LONGEST_SESSION_MS / 1_000);
    reply.code(204);
  });
}

function addCookieRoutes(app: FastifyInstance, { store, keys, publicUrl, now, budget }: SessionRoutes): void {
  const cookie = createSessionCookie(publicUrl);

  app.post(SESSION_PATHS.token, async (request, reply): Promise<SessionToken> => {
    fromThisOriginOrThrow(request, publicUrl);
    const secret = cookie.read(request);
    if (secret === undefined) throw notSignedIn();
    await budget.open(reply, request.ip);
    const at = now();
    const session = await store.write(useConsoleSession, {
      sessionHash: hashSecret(secret),
      now: at,
      idleSince: at - IDLE_MS,
    });
    if (session.kind === 'session_over') {
      cookie.clear(reply);
      throw notSignedIn();
    }
    const { clientId, clientName, scopes, endsAt } = session;
    const lifetimeSeconds = TOKEN_LIFETIME_SECONDS;
    const token = await signToken(keys, { publicUrl, clientId, scopes, lifetimeSeconds, now: at });
    reply.header('Cache-Control', 'no-store');
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: scopes.join(' '),
      clientId,
      clientName,
      endsAt: instantText(endsAt),
    };
  });

  for (const [path, isEverywhere] of [
    [SESSION_PATHS.session, false] as const,
    [SESSION_PATHS.everywhere, true] as const,
  ]) {
    app.delete(path, async (request, reply) => {
      fromThisOriginOrThrow(request, publicUrl);
      const secret = cookie.read(request);
      if (secret !== undefined) {
        await budget.open(reply, request.ip);
        await store.write(endConsoleSessions, { sessionHash: hashSecret(secret), isEverywhere });
      }
      cookie.clear(reply);
      reply.code(204);
    });
  }
}

// Every browser names the page's origin on requests of these methods.
function fromThisOriginOrThrow({ headers }: FastifyRequest, publicUrl: string): void {
  const isSameSite = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
  if (isSameSite && headers.origin === new URL(publicUrl).origin) return;
  throw new AppError('forbidden', `the console is at ${publicUrl}: open it there`);
}

function notSignedIn(): AppError {
  return new AppError('unauthorized', 'nobody is signed in here');
}

function linkSpent(): AppError {
  return new AppError('unauthorized', 'this link was used already, or its ten minutes are over');
}
