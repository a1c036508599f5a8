import {
  AppError,
  BeginDeviceRequest,
  BeginLoginRequest,
  type DeviceLogin,
  type DeviceWaiting,
  FinishLoginRequest,
  type LoginBegun,
  type LoginDone,
  PollDeviceRequest,
  SESSION_PATHS,
  type SessionToken,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from '../../http/read/read-json.ts';
import { hashSecret } from '../../identity/make-secret.ts';
import { createRateLimit } from '../../limits/rate-limit.ts';
import { tooMany } from '../../limits/too-many.ts';
import { addressGroup } from '../../platform/addresses/address-group.ts';
import { TooMuch } from '../../limits/too-much.ts';
import { valueOrThrow } from '../../wire/value-or-throw.ts';
import { admitPerson } from '../providers/admit-person.ts';
import { refreshGroups } from '../providers/refresh-groups.ts';
import { counted, createLoginFinder } from '../create-session-finder.ts';
import { endConsoleSessions } from '../end-console-sessions.ts';
import { findConsoleSession } from '../find-console-session.ts';
import { issueSessionToken } from '../issue-session-token.ts';
import { type ProviderRoutes, providerOrThrow } from '../providers/provider-routes.ts';
import type { Provider } from '../providers/open-provider.ts';
import { DEVICE_TICKET, LOGIN_TICKET, markOfPort } from '../providers/sign-in-state.ts';
import { readTicket, usedTicket, writeTicket } from '../providers/write-ticket.ts';
import type { VouchedFor } from '../providers/vouched-for.ts';
import type { UsedTicket } from '../use-ticket.ts';
import { sessionDeed } from '../session-deed.ts';

const checkBegin = valueOrThrow(BeginLoginRequest);
const checkFinish = valueOrThrow(FinishLoginRequest);
const checkBeginDevice = valueOrThrow(BeginDeviceRequest);
const checkPoll = valueOrThrow(PollDeviceRequest);

// A provider counts what this service asks, whoever made it ask: one address must not use that up for all.
const DEVICES_PER_MINUTE = 10;
const A_MINUTE_MS = 60_000;

/** How people sign in at the command line: by a browser beside it, or on another device. No cookie is read here. */
export function commandLineRoutes(app: FastifyInstance, options: ProviderRoutes): void {
  addBrowserRoutes(app, options);
  addDeviceRoutes(app, options);
  addSecretRoutes(app, options);
}

function addBrowserRoutes(app: FastifyInstance, options: ProviderRoutes): void {
  app.post(SESSION_PATHS.commandLineBegin, async (request, reply): Promise<LoginBegun> => {
    await open(options, request, reply);
    const { provider: id, port } = await readJson(request, checkBegin);
    const provider = providerFor(options, request, id);
    const { url, state } = await reach(options, provider, () => provider.begin('/', markOfPort(port)));
    return { url, state: state.state, ticket: await writeTicket(options, LOGIN_TICKET, state) };
  });

  app.post(SESSION_PATHS.commandLine, async (request, reply): Promise<LoginDone> => {
    await open(options, request, reply);
    const { ticket, query } = await readJson(request, checkFinish);
    const begun = await readTicket(options, LOGIN_TICKET, ticket);
    if (begun === undefined) throw refuse(options, request, 'over');
    const provider = providerOrThrow(options, request, begun.provider);
    try {
      const said = await provider.finish(query, begun);
      if (said.kind === 'refused') throw refuse(options, request, 'refused');
      const used = usedTicket(LOGIN_TICKET, begun.state, options.now());
      return await admit(options, request, provider, said.vouched, used);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      options.onProviderFailure(provider.id, cause);
      throw refuse(options, request, 'failed');
    }
  });
}

function addDeviceRoutes(app: FastifyInstance, options: ProviderRoutes): void {
  const { now } = options;
  const begins = createRateLimit({ perMinute: DEVICES_PER_MINUTE, now });

  app.post(SESSION_PATHS.commandLineDevice, async (request, reply): Promise<DeviceLogin> => {
    await open(options, request, reply);
    const provider = providerFor(options, request, (await readJson(request, checkBeginDevice)).provider);
    if (!begins.take(addressGroup(request.ip))) throw tooManyDevices(now());
    const begun = await reach(options, provider, () => provider.beginDevice());
    if (begun === undefined) {
      throw new AppError('bad_request', `${provider.name} offers no sign-in on another device; sign in with a browser`);
    }
    const { deviceCode, verifier, ...shown } = begun;
    const kept = { provider: provider.id, deviceCode, verifier };
    return { ...shown, ticket: await writeTicket(options, DEVICE_TICKET, kept) };
  });

  app.post(SESSION_PATHS.commandLinePoll, async (request, reply): Promise<LoginDone | DeviceWaiting> => {
    await open(options, request, reply);
    const asked = await readTicket(options, DEVICE_TICKET, (await readJson(request, checkPoll)).ticket);
    if (asked === undefined) throw refuse(options, request, 'over');
    const provider = providerOrThrow(options, request, asked.provider);
    const answer = await reach(options, provider, () => provider.pollDevice(asked));
    switch (answer.kind) {
      case 'waiting':
        return { isWaiting: true, isTooFast: answer.isTooFast };
      case 'vouched':
        return admit(options, request, provider, answer.vouched, usedTicket(DEVICE_TICKET, asked.deviceCode, now()));
      case 'refused':
      case 'over':
        throw refuse(options, request, answer.kind);
      case 'untrusted':
        options.onProviderFailure(provider.id, answer.cause);
        throw refuse(options, request, 'untrusted');
    }
  });
}

function addSecretRoutes(app: FastifyInstance, options: ProviderRoutes): void {
  const { store, budget } = options;
  const sessionOf = createLoginFinder(options);

  app.post(SESSION_PATHS.commandLineToken, async (request, reply): Promise<SessionToken> => {
    reply.header('Cache-Control', 'no-store');
    await budget.open(reply, request.ip);
    const found = await sessionOf(request);
    const session = found === undefined ? undefined : await refreshGroups(options, found, () => sessionOf(request));
    const token = session === undefined ? undefined : await issueSessionToken(options, request, session);
    if (token === undefined) throw new AppError('unauthorized', PROBLEMS.ended);
    return token;
  });

  app.delete(SESSION_PATHS.commandLine, async (request, reply): Promise<void> => {
    reply.header('Cache-Control', 'no-store');
    await budget.open(reply, request.ip);
    const session = await sessionOf(request);
    if (session !== undefined) {
      const { sessionHash, clientId } = session;
      const by = sessionDeed(request, session);
      await store.write(endConsoleSessions, { sessionHash, clientId, isPerson: true, isEverywhere: false, by });
    }
    reply.code(204);
  });
}

const PROBLEMS = {
  over: 'this sign-in took too long; begin it again',
  refused: 'the provider says that you refused, or may not sign in here',
  failed: 'what came back from the provider does not belong to this sign-in, or was used before; begin it again',
  untrusted:
    'the answer of the provider cannot be trusted, so nobody is signed in; begin it again, and tell your operator if it stays so',
  disabled: 'this person is disabled here; ask an operator',
  ended: 'this sign-in has ended; run setpoint login',
} as const;

function refuse({ failures }: ProviderRoutes, request: FastifyRequest, problem: keyof typeof PROBLEMS): AppError {
  return counted(failures, request, new AppError('unauthorized', PROBLEMS[problem]));
}

async function open({ budget, failures }: ProviderRoutes, { ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('Cache-Control', 'no-store');
  await budget.open(reply, ip);
  if (failures.isSpent(ip)) throw tooMany('failures');
}

function tooManyDevices(at: number): TooMuch {
  const text = 'too many sign-ins on another device were begun from this address in the last minute';
  return new TooMuch(text, Math.ceil((A_MINUTE_MS - (at % A_MINUTE_MS)) / 1_000));
}

function providerFor(options: ProviderRoutes, request: FastifyRequest, id: string | undefined): Provider {
  if (id !== undefined) return providerOrThrow(options, request, id);
  const [provider, ...others] = options.providers;
  if (provider === undefined)
    throw new AppError('not_found', 'this service has no provider that people sign in through');
  if (others.length === 0) return provider;
  const names = options.providers.map((one) => one.id).join(', ');
  throw new AppError('bad_request', `say which provider: ${names}`);
}

async function reach<Result>(options: ProviderRoutes, provider: Provider, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    options.onProviderFailure(provider.id, cause);
    const sentence = `${provider.name} cannot be reached, or does not let this service ask; try again shortly`;
    throw new AppError('service_unavailable', sentence, { cause });
  }
}

async function admit(
  options: ProviderRoutes,
  request: FastifyRequest,
  provider: Provider,
  vouched: VouchedFor,
  ticket: UsedTicket,
): Promise<LoginDone> {
  const { store, now, times } = options;
  const whom = { request, provider, vouched, ticket, means: 'command line', replacedHash: '' } as const;
  const admission = await admitPerson(options, whom);
  if (admission.kind !== 'admitted') throw refuse(options, request, admission.kind === 'used' ? 'failed' : 'disabled');
  const { secret } = admission;
  const sessionHash = hashSecret(secret);
  const at = now();
  const found = await store.read(findConsoleSession, { sessionHash, now: at, idleSince: at - times.idleMs });
  const token = found && (await issueSessionToken(options, request, { ...found, sessionHash, secret }));
  if (token === undefined) throw refuse(options, request, 'over');
  return { ...token, secret };
}
