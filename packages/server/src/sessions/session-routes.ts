import { instantText } from '@setpoint/core';
import {
  AppError,
  type Redirection,
  RedeemLinkRequest,
  SESSION_PATHS,
  type SessionToken,
  SIGN_IN_FRAGMENT,
  type SignInLink,
  type SignInQuestion,
} from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import { proveClient } from '../identity/tokens/prove-client.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { readForm } from '../http/read/read-form.ts';
import { readJson } from '../http/read/read-json.ts';
import { createSessionCookie } from './cookie.ts';
import { commandLineRoutes } from './command-line/command-line-routes.ts';
import { addSignInLink } from './links/add-sign-in-link.ts';
import { refreshGroups, endAtProvider } from './providers/refresh-groups.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { counted, createSessionFinder, fromThisOriginOrThrow, type SessionFinder } from './create-session-finder.ts';
import { sessionDeed } from './session-deed.ts';
import { originOf } from './origin-of.ts';
import { type ProviderRoutes, providerRoutes } from './providers/provider-routes.ts';
import { issueSessionToken } from './issue-session-token.ts';
import { findSignInLink } from './links/find-sign-in-link.ts';
import { redeemSignInLink } from './links/redeem-sign-in-link.ts';
import { deedOf } from '../access/deed-of.ts';

const LINK_LIFETIME_MS = 10 * 60_000;

/** Those through providers are among them. */
export type SessionRoutes = ProviderRoutes;

const checkRedeem = valueOrThrow(RedeemLinkRequest);

/** How people sign in: a link that is good once, a cookie that is good here alone, short tokens for the page. */
export function sessionRoutes(app: FastifyInstance, options: SessionRoutes): void {
  const sessionOf = createSessionFinder(options);
  addLinkRoute(app, options);
  addSignInRoute(app, options, sessionOf);
  addTokenRoute(app, options, sessionOf);
  addSignOutRoutes(app, options, sessionOf);
  providerRoutes(app, options, sessionOf);
  commandLineRoutes(app, options);
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

function addSignInRoute(app: FastifyInstance, options: SessionRoutes, sessionOf: SessionFinder): void {
  const { store, publicUrl, now, times, failures, budget } = options;
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
      sessionId: randomUUID(),
      origin: originOf(request),
      replacedHash: signedIn?.sessionHash ?? '',
      now: at,
      idleSince: at - times.idleMs,
      endsAt: at + times.longestMs,
      address: request.ip,
      requestId: request.id,
    });
    if (kind === 'link_spent') throw counted(failures, request, linkSpent());
    cookie.set(reply, session.text, times.longestMs / 1_000);
    reply.code(204);
    return undefined;
  });
}

function addTokenRoute(app: FastifyInstance, options: SessionRoutes, sessionOf: SessionFinder): void {
  const { publicUrl, budget } = options;
  const cookie = createSessionCookie(publicUrl);

  app.post(SESSION_PATHS.token, async (request, reply): Promise<SessionToken> => {
    fromThisOriginOrThrow(request, publicUrl);
    if (cookie.read(request) === undefined) throw notSignedIn();
    await budget.open(reply, request.ip);
    const found = await sessionOf(request);
    const session = found === undefined ? undefined : await refreshGroups(options, found, () => sessionOf(request));
    if (session === undefined) {
      cookie.clear(reply);
      throw notSignedIn();
    }
    const token = await issueSessionToken(options, request, session);
    if (token === undefined) throw notSignedIn();
    reply.header('Cache-Control', 'no-store');
    return token;
  });
}

function addSignOutRoutes(app: FastifyInstance, options: SessionRoutes, sessionOf: SessionFinder): void {
  const { store, publicUrl, budget } = options;
  const cookie = createSessionCookie(publicUrl);
  const signOut = (path: string, isEverywhere: boolean) =>
    app.delete(path, async (request, reply): Promise<Redirection | undefined> => {
      fromThisOriginOrThrow(request, publicUrl);
      await budget.open(reply, request.ip);
      const session = await sessionOf(request);
      if (session !== undefined) {
        const { sessionHash, clientId } = session;
        const by = sessionDeed(request, session);
        const isPerson = session.person !== undefined;
        await store.write(endConsoleSessions, { sessionHash, clientId, isPerson, isEverywhere, by });
      }
      cookie.clear(reply);
      const url = session === undefined ? undefined : await endAtProvider(options, session);
      reply.header('Cache-Control', 'no-store').code(url === undefined ? 204 : 200);
      return url === undefined ? undefined : { url };
    });
  signOut(SESSION_PATHS.session, false);
  signOut(SESSION_PATHS.everywhere, true);
}

function notSignedIn(): AppError {
  return new AppError('unauthorized', 'nobody is signed in here');
}

function linkSpent(): AppError {
  return new AppError('unauthorized', 'this link was used already, or is older than ten minutes');
}
