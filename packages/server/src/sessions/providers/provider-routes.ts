import {
  AppError,
  type ProviderList,
  type Redirection,
  SERVICE_ACTOR,
  SESSION_PATHS,
  SIGN_IN_PROBLEM_QUERY,
  type SignInProblem,
  SignInRequest,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuch } from '../../http/send/no-such.ts';
import { noteRefusal } from '../../http/send/note-refusal.ts';
import { readForm } from '../../http/read/read-form.ts';
import { readJson } from '../../http/read/read-json.ts';
import type { Budget } from '../../limits/budget.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { SigningKeys } from '../../identity/keys/signing-keys.ts';
import { tooMany } from '../../limits/too-many.ts';
import type { Store } from '../../store/store.ts';
import { valueOrThrow } from '../../wire/value-or-throw.ts';
import { admitPerson } from './admit-person.ts';
import { endProviderSessions } from './end-provider-sessions.ts';
import { fromThisOriginOrThrow, type SessionFinder } from '../create-session-finder.ts';
import { sendLoginPage } from '../command-line/send-login-page.ts';
import type { Provider } from './open-provider.ts';
import { portOfState, SIGN_IN_SECONDS, SIGN_IN_TICKET, type SignInState } from './sign-in-state.ts';
import { readTicket, usedTicket, writeTicket } from './write-ticket.ts';
import type { UsedTicket } from '../use-ticket.ts';
import type { VouchedFor } from './vouched-for.ts';
import { createSessionCookie, createSignInCookie } from '../cookie.ts';
import type { SessionTimes } from '../settings.ts';

export interface ProviderRoutes {
  readonly store: Store;
  readonly keys: SigningKeys;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly times: SessionTimes;
  /** Those that people sign in through. */
  readonly providers: readonly Provider[];
  /** Told of what a provider did wrong, or could not do. */
  readonly onProviderFailure: (provider: string, cause: unknown) => void;
  /** Sign-ins that came to nothing and wrong secrets, by address; left out, they are not counted. */
  readonly failures: RateLimit;
  readonly budget: Pick<Budget, 'open'>;
}

const checkSignIn = valueOrThrow(SignInRequest);

/** How people sign in through a provider: there, back, and out. */
export function providerRoutes(app: FastifyInstance, options: ProviderRoutes, sessionOf: SessionFinder): void {
  const { providers, budget } = options;

  app.get(SESSION_PATHS.providers, async (request, reply): Promise<ProviderList> => {
    await budget.open(reply, request.ip);
    return { providers: providers.map(({ id, name }) => ({ id, name })) };
  });

  addBeginRoute(app, options);
  addCallbackRoute(app, options, sessionOf);
  addBackChannelRoute(app, options);
}

function addBeginRoute(app: FastifyInstance, options: ProviderRoutes): void {
  const { publicUrl, budget, onProviderFailure } = options;
  const cookie = createSignInCookie(publicUrl);

  // From this page alone: nobody else begins a sign-in in somebody's browser.
  app.post(SESSION_PATHS.signIn, async (request, reply): Promise<Redirection> => {
    fromThisOriginOrThrow(request, publicUrl);
    const { provider: id, to } = await readJson(request, checkSignIn);
    await budget.open(reply, request.ip);
    const provider = providerOrThrow(options, request, id);
    try {
      const { url, state } = await provider.begin(safeReturnPath(to, publicUrl));
      cookie.set(reply, await writeTicket(options, SIGN_IN_TICKET, state), SIGN_IN_SECONDS);
      reply.header('Cache-Control', 'no-store');
      return { url };
    } catch (cause) {
      onProviderFailure(id, cause);
      throw new AppError('service_unavailable', `${provider.name} cannot be reached; try again shortly`, { cause });
    }
  });
}

function addCallbackRoute(app: FastifyInstance, options: ProviderRoutes, sessionOf: SessionFinder): void {
  const { publicUrl, budget, failures } = options;
  const signInCookie = createSignInCookie(publicUrl);

  app.get(SESSION_PATHS.callback, async (request, reply) => {
    await budget.open(reply, request.ip);
    if (failures.isSpent(request.ip)) throw tooMany('failures');
    const provider = providerOrThrow(options, request, (request.params as { provider: string }).provider);
    const { searchParams } = new URL(request.url, publicUrl);
    const port = portOfState(searchParams.get('state'));
    if (port !== undefined) return sendLoginPage(reply, { port, brought: searchParams });
    const begun = await readTicket(options, SIGN_IN_TICKET, signInCookie.read(request));
    // Good once, whatever comes of it.
    signInCookie.clear(reply);
    const to = safeReturnPath(begun?.to, publicUrl);
    const ended = await finish(options, request, provider, begun);
    const problem =
      ended.kind === 'problem'
        ? ended.problem
        : await enter(options, { request, reply, provider, sessionOf, ...ended });
    if (problem === undefined) return redirect(reply, to);
    failures.take(request.ip);
    noteRefusal(request, 'unauthorized');
    return redirect(reply, withProblem(to, problem));
  });
}

type Finished =
  | { readonly kind: 'vouched'; readonly vouched: VouchedFor; readonly ticket: UsedTicket }
  | { readonly kind: 'problem'; readonly problem: SignInProblem };

async function finish(
  { publicUrl, now, onProviderFailure }: ProviderRoutes,
  request: FastifyRequest,
  provider: Provider,
  begun: SignInState | undefined,
): Promise<Finished> {
  if (begun === undefined) return { kind: 'problem', problem: 'expired' };
  // What one provider was asked, another must not answer.
  if (begun.provider !== provider.id) return { kind: 'problem', problem: 'failed' };
  try {
    const said = await provider.finish(new URL(request.url, publicUrl).search, begun);
    if (said.kind === 'refused') return { kind: 'problem', problem: 'refused' };
    return { ...said, ticket: usedTicket(SIGN_IN_TICKET, begun.state, now()) };
  } catch (cause) {
    onProviderFailure(provider.id, cause);
    return { kind: 'problem', problem: 'failed' };
  }
}

interface Entering {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly provider: Provider;
  readonly vouched: VouchedFor;
  readonly ticket: UsedTicket;
  readonly sessionOf: SessionFinder;
}

async function enter(options: ProviderRoutes, entering: Entering): Promise<SignInProblem | undefined> {
  const { request, reply, sessionOf } = entering;
  const replacedHash = (await sessionOf(request))?.sessionHash ?? '';
  const admission = await admitPerson(options, { ...entering, means: 'provider', replacedHash });
  if (admission.kind !== 'admitted') return admission.kind === 'used' ? 'failed' : 'disabled';
  createSessionCookie(options.publicUrl).set(reply, admission.secret, options.times.longestMs / 1_000);
  return undefined;
}

// Where the person wanted to go, to try again from there.
function withProblem(path: string, problem: SignInProblem): string {
  return `${path}${path.includes('?') ? '&' : '?'}${SIGN_IN_PROBLEM_QUERY}=${problem}`;
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('Location', path).header('Cache-Control', 'no-store').send();
}

// OpenID Connect Back-Channel Logout 1.0 §2.5 to §2.8.
function addBackChannelRoute(app: FastifyInstance, options: ProviderRoutes): void {
  const { store, budget, failures } = options;

  app.post(SESSION_PATHS.backChannelLogout, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const form = await readForm(request);
    await budget.open(reply, request.ip);
    if (failures.isSpent(request.ip)) throw tooMany('failures');
    const provider = providerOrThrow(options, request, (request.params as { provider: string }).provider);
    const token = new URLSearchParams(form).get('logout_token');
    const notice = token === null ? undefined : await provider.readLogout(token);
    if (notice === undefined) {
      failures.take(request.ip);
      // Whoever sent it is not the provider.
      noteRefusal(request, 'unauthorized');
      throw new AppError('bad_request', 'the logout token is not valid for this service and provider, or has expired');
    }
    const { subject, providerSession, madeBy } = notice;
    const { id, issuer } = provider;
    const by = { actor: SERVICE_ACTOR, address: request.ip, requestId: request.id };
    await store.write(endProviderSessions, { provider: id, issuer, subject, providerSession, upTo: madeBy, by });
    reply.code(200);
    return {};
  });
}

/** The provider that a request is about, which is recorded if the request is refused. */
export function providerOrThrow(
  { providers }: Pick<ProviderRoutes, 'providers'>,
  request: FastifyRequest,
  id: string,
): Provider {
  const provider = providers.find((one) => one.id === id);
  if (provider === undefined) throw noSuch('provider');
  request.provider = id;
  return provider;
}

/** The path, if it leads to a page of this service; else the first page. */
function safeReturnPath(path: string | undefined, publicUrl: string): string {
  if (path === undefined || !path.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return '/';
  const { origin } = new URL(publicUrl);
  if (!URL.canParse(path, origin)) return '/';
  const { origin: leadsTo, pathname, search } = new URL(path, origin);
  // What a browser would take for another host may come about only when dots are resolved.
  return leadsTo === origin && !pathname.startsWith('//') ? pathname + search : '/';
}
