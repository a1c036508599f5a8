import { instantText } from '@setpoint/core';
import {
  AppError,
  RedeemLinkRequest,
  SESSION_PATHS,
  type SessionToken,
  SIGN_IN_FRAGMENT,
  type SignInLink,
  type SignInQuestion,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import type { Budget } from '../identity/budget.ts';
import { proveClient } from '../identity/prove-client.ts';
import { lifetimeUntil, signToken } from '../identity/sign-token.ts';
import type { SigningKeys } from '../identity/signing-keys.ts';
import type { Store } from '../store/store.ts';
import { tooMany } from '../identity/too-many.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import type { RateLimit } from '../identity/rate-limit.ts';
import { readForm } from '../http/read-form.ts';
import { readJson } from '../http/read-json.ts';
import { createSessionCookie } from './session-cookie.ts';
import { addSignInLink } from './add-sign-in-link.ts';
import { createKnownSessions, type KnownSessions } from './create-known-sessions.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { findConsoleSession, type FoundSession } from './find-console-session.ts';
import { findSignInLink } from './find-sign-in-link.ts';
import { redeemSignInLink } from './redeem-sign-in-link.ts';
import { useConsoleSession } from './use-console-session.ts';
import { deedOf } from '../access/deed-of.ts';

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

/** A cookie that is good, and who is signed in with it. */
interface CookieSession extends FoundSession {
  readonly sessionHash: string;
}

const checkRedeem = valueOrThrow(RedeemLinkRequest);

/** How people get into the console: a link that is good once, a cookie that is good here alone, short tokens for the page. */
export function sessionRoutes(app: FastifyInstance, options: SessionRoutes): void {
  const sessionOf = createSessionFinder(options, createKnownSessions());
  addLinkRoute(app, options);
  addSignInRoute(app, options, sessionOf);
  addTokenRoute(app, options, sessionOf);
  addSignOutRoutes(app, options, sessionOf);
}

function addLinkRoute(app: FastifyInstance, { store, publicUrl, now, failures, budget }: SessionRoutes): void {
  // Takes the secret of a client: a token would buy a session that outlives it.
  app.post(SESSION_PATHS.links, async (request, reply): Promise<SignInLink> => {
    const form = await readForm(request);
    if (form === undefined) throw new AppError('unsupported_media_type', 'send application/x-www-form-urlencoded');
    await budget.open(reply, request.ip);
    const proven = await proveClient(store, { authorization: request.headers.authorization, form });
    if (proven.kind === 'refused') {
      if (proven.error !== 'invalid_client') throw new AppError('bad_request', proven.description);
      throw counted(failures, request, new AppError('unauthorized', proven.description));
    }
    const secret = makeSecret('scl_');
    const { clientId, scopes, generation, secretEndsAt } = proven;
    const expiresAt = Math.min(now() + LINK_LIFETIME_MS, secretEndsAt);
    const link = { linkHash: secret.hash, clientId, scopes, generation, now: now(), expiresAt };
    await store.write(addSignInLink, { ...link, by: deedOf(request, { clientId }) });
    reply.code(201).header('Cache-Control', 'no-store');
    return { url: `${publicUrl}/${SIGN_IN_FRAGMENT}${secret.text}`, expiresAt: instantText(expiresAt) };
  });
}

type SessionFinder = (request: FastifyRequest) => Promise<CookieSession | undefined>;

/** Looks for the session of a cookie. One that was wrong is counted, and of too many the next is not looked for. */
function createSessionFinder({ store, publicUrl, now, failures }: SessionRoutes, known: KnownSessions): SessionFinder {
  const cookie = createSessionCookie(publicUrl);
  return async (request) => {
    const secret = cookie.read(request);
    if (secret === undefined) return undefined;
    const sessionHash = hashSecret(secret);
    // Nobody who is signed in is kept out by others at the same address.
    if (failures?.isSpent(request.ip) === true && !known.has(sessionHash)) throw tooMany('failures');
    const at = now();
    const found = await store.read(findConsoleSession, { sessionHash, now: at, idleSince: at - IDLE_MS });
    if (found === undefined) {
      known.forget(sessionHash);
      failures?.take(request.ip);
      return undefined;
    }
    known.note(sessionHash);
    return { ...found, sessionHash };
  };
}

function addSignInRoute(app: FastifyInstance, options: SessionRoutes, sessionOf: SessionFinder): void {
  const { store, publicUrl, now, failures, budget } = options;
  const cookie = createSessionCookie(publicUrl);

  app.post(SESSION_PATHS.session, async (request, reply): Promise<SignInQuestion | undefined> => {
    fromThisOriginOrThrow(request, publicUrl);
    const { secret, isReplacing = false } = await readJson(request, checkRedeem);
    await budget.open(reply, request.ip);
    const at = now();
    const linkHash = hashSecret(secret);
    const link = await store.read(findSignInLink, { linkHash, now: at });
    if (link === undefined) throw counted(failures, request, linkSpent());
    const { clientId: linkedId, clientName: linkedName } = link;
    const signedIn = await sessionOf(request);
    // Who opens a link that somebody sent must not become somebody else unawares.
    if (signedIn !== undefined && signedIn.clientId !== linkedId && !isReplacing) {
      const { clientId, clientName } = signedIn;
      reply.header('Cache-Control', 'no-store');
      return { signedIn: { clientId, clientName }, link: { clientId: linkedId, clientName: linkedName } };
    }
    const session = makeSecret('scw_');
    const { kind } = await store.write(redeemSignInLink, {
      linkHash,
      sessionHash: session.hash,
      replacedHash: signedIn?.sessionHash ?? '',
      now: at,
      idleSince: at - IDLE_MS,
      endsAt: at + LONGEST_SESSION_MS,
      address: request.ip,
      requestId: request.id,
    });
    if (kind === 'link_spent') throw counted(failures, request, linkSpent());
    cookie.set(reply, session.text, LONGEST_SESSION_MS / 1_000);
    reply.code(204);
    return undefined;
  });
}

function addTokenRoute(app: FastifyInstance, options: SessionRoutes, sessionOf: SessionFinder): void {
  const { store, keys, publicUrl, now, budget } = options;
  const cookie = createSessionCookie(publicUrl);

  app.post(SESSION_PATHS.token, async (request, reply): Promise<SessionToken> => {
    fromThisOriginOrThrow(request, publicUrl);
    if (cookie.read(request) === undefined) throw notSignedIn();
    await budget.open(reply, request.ip);
    const session = await sessionOf(request);
    if (session === undefined) {
      cookie.clear(reply);
      throw notSignedIn();
    }
    const { sessionHash, clientId, clientName, scopes, generation, endsAt } = session;
    const at = now();
    const lifetimeSeconds = lifetimeUntil(endsAt, { longestSeconds: TOKEN_LIFETIME_SECONDS, now: at });
    if (lifetimeSeconds < 1) throw notSignedIn();
    await store.write(useConsoleSession, { sessionHash, now: at });
    const token = await signToken(keys, { publicUrl, clientId, scopes, generation, lifetimeSeconds, now: at });
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
}

function addSignOutRoutes(app: FastifyInstance, options: SessionRoutes, sessionOf: SessionFinder): void {
  const { store, publicUrl, budget } = options;
  const cookie = createSessionCookie(publicUrl);
  const signOut = (path: string, isEverywhere: boolean) =>
    app.delete(path, async (request, reply) => {
      fromThisOriginOrThrow(request, publicUrl);
      await budget.open(reply, request.ip);
      const session = await sessionOf(request);
      if (session !== undefined) {
        const { sessionHash, clientId } = session;
        const by = deedOf(request, session);
        await store.write(endConsoleSessions, { sessionHash, clientId, isEverywhere, by });
      }
      cookie.clear(reply);
      reply.code(204);
    });
  signOut(SESSION_PATHS.session, false);
  signOut(SESSION_PATHS.everywhere, true);
}

// Every browser names the page's origin on requests of these methods.
function fromThisOriginOrThrow({ headers }: FastifyRequest, publicUrl: string): void {
  const isSameSite = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';
  if (isSameSite && headers.origin === new URL(publicUrl).origin) return;
  throw new AppError('forbidden', `the console is at ${publicUrl}: open it there`);
}

/** A failed authentication, or that there were too many of them. */
function counted(failures: RateLimit | undefined, { ip }: FastifyRequest, refusal: AppError): AppError {
  return failures?.take(ip) === false ? tooMany('failures') : refusal;
}

function notSignedIn(): AppError {
  return new AppError('unauthorized', 'nobody is signed in here');
}

function linkSpent(): AppError {
  return new AppError('unauthorized', 'this link was used already, or its ten minutes are over');
}
