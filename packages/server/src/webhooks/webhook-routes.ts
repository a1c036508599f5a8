import { instantText, instantTextOrNull } from '@setpoint/core';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  AddWebhookRequest,
  type AddedWebhook,
  AppError,
  ChangeWebhookRequest,
  type ClientId,
  parseUuid,
  PATHS,
  ReplayWebhookRequest,
  type Webhook,
  type WebhookDeliveryList,
  type WebhookList,
  type WebhookSecretResponse,
  type WebhookTestResult,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventTail } from '../events/event-tail.ts';
import { eventIdOf, parseEventId } from '../events/sse-text.ts';
import { type EventPosition, readEventBounds } from '../events/read-events.ts';
import { listAttempts, listWebhooks, readWebhook, readWebhookSecrets, type StoredWebhook } from './read-webhook.ts';
import { sendWebhook, type WebhookSending } from './send-webhook.ts';
import type { Access } from '../access/access.ts';
import { missingScope } from '../access/refusals.ts';
import { shareOut } from '../platform/share-out.ts';
import type { Store } from '../store/store.ts';
import { noSuch } from '../http/no-such.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { readJson } from '../http/read-json.ts';
import { byId } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import {
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  MOST_WEBHOOK_SECRETS,
  removeWebhook,
  replayWebhook,
} from './change-webhook.ts';
import type { AttemptLog } from './attempt-log.ts';
import type { WebhookLimits } from './settings.ts';
import { WEBHOOK_SCOPES } from './webhook-scopes.ts';
import { deedOf } from '../access/deed-of.ts';

export interface WebhookRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly tail: EventTail;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly sending: WebhookSending;
  readonly attempts: AttemptLog;
  readonly limits: Pick<WebhookLimits, 'mostWebhooks' | 'testsAtOnce'>;
}

const checkAdd = valueOrThrow(AddWebhookRequest);
const checkChange = valueOrThrow(ChangeWebhookRequest);
const checkReplay = valueOrThrow(ReplayWebhookRequest);
const OLD_SECRET_GOOD_MS = 86_400_000;
const LATEST_FIRST = byId('~');

/** Where a client wants events to be sent; each client sees its own alone. */
export function webhookRoutes(app: FastifyInstance, options: WebhookRoutes): void {
  const { store, now, limits } = options;
  const { mostWebhooks } = limits;

  app.get(PATHS.fleetWebhooks, async (request): Promise<WebhookList> => {
    const clientId = await clientOf(options, request);
    readQuery(request, []);
    return { webhooks: (await store.read(listWebhooks, { clientId })).map(webhookOf) };
  });

  app.post(PATHS.fleetWebhooks, async (request, reply): Promise<AddedWebhook> => {
    const clientId = await clientOf(options, request);
    readQuery(request, []);
    const { url, types = [], after } = await readJson(request, checkAdd);
    const webhookId: string = randomUUID();
    const secret = makeWebhookSecret();
    const by = deedOf(request, { clientId });
    const named = { clientId, webhookId, url: urlOrThrow(url), types: types.join(), by };
    const added = { ...named, secret, mostWebhooks, now: now() };
    const outcome = await store.write(addWebhook, { ...added, position: await positionOf(options, after) });
    if (outcome.kind === 'too_many') {
      throw new AppError('conflict', `this client has ${mostWebhooks} webhooks; remove one first`);
    }
    reply.code(201).header('Cache-Control', 'no-store');
    return { ...(await webhookOrThrow(options, { clientId, webhookId })), secret };
  });

  app.get(PATHS.fleetWebhook, async (request): Promise<Webhook> =>
    webhookOrThrow(options, await addressed(options, request)),
  );

  app.patch(PATHS.fleetWebhook, async (request): Promise<Webhook> => {
    const address = await addressed(options, request);
    const { url, types } = await readJson(request, checkChange);
    const change = {
      ...(url === undefined ? {} : { url: urlOrThrow(url) }),
      ...(types === undefined ? {} : { types: types?.join() ?? '' }),
    };
    orThrow(await store.write(changeWebhook, { ...address, ...change, by: deedOf(request, address) }));
    return webhookOrThrow(options, address);
  });

  app.delete(PATHS.fleetWebhook, async (request, reply) => {
    const address = await addressed(options, request);
    orThrow(await store.write(removeWebhook, { ...address, by: deedOf(request, address) }));
    reply.code(204);
  });

  addActionRoutes(app, options);
  addTestRoute(app, options);
}

function addActionRoutes(app: FastifyInstance, options: WebhookRoutes): void {
  const { store, now } = options;

  app.post(PATHS.fleetWebhookSecrets, async (request, reply): Promise<WebhookSecretResponse> => {
    const address = await addressed(options, request);
    const secret = makeWebhookSecret();
    const by = deedOf(request, address);
    const goodUntil = now() + OLD_SECRET_GOOD_MS;
    const outcome = await store.write(addWebhookSecret, { ...address, secret, goodUntil, now: now(), by });
    if (outcome.kind === 'too_many') throw tooManySecrets();
    orThrow({ kind: outcome.kind });
    reply.code(201).header('Cache-Control', 'no-store');
    return { secret, oldGoodUntil: instantText(goodUntil) };
  });

  app.post(PATHS.fleetWebhookReplay, async (request): Promise<Webhook> => {
    const address = await addressed(options, request);
    const { after } = await readJson(request, checkReplay);
    orThrow(
      await store.write(replayWebhook, {
        ...address,
        position: await positionOf(options, after),
        by: deedOf(request, address),
      }),
    );
    return webhookOrThrow(options, address);
  });

  app.get(PATHS.fleetWebhookDeliveries, async (request): Promise<WebhookDeliveryList> => {
    const address = await addressed(options, request, ['limit', 'cursor']);
    const wanted = readPage(request, LATEST_FIRST);
    if ((await store.read(readWebhook, address)) === undefined) throw noSuch('webhook');
    const rows = await store.read(listAttempts, { ...address, before: wanted.after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, ({ attemptId }) => attemptId);
    const deliveries = page.items.map(({ attemptId, ...rest }) => ({
      deliveryId: attemptId,
      ...rest,
      at: instantText(rest.at),
    }));
    return { deliveries, nextCursor: page.nextCursor };
  });
}

/** Sends a message at once; a few at a time, so that nobody keeps this node busy with addresses that do not answer. */
function addTestRoute(app: FastifyInstance, options: WebhookRoutes): void {
  const { store, now, makeId, sending, attempts, limits } = options;
  const tests = shareOut('too many tests of webhooks are under way', {
    atOnce: limits.testsAtOnce,
    waiting: 0,
    patienceMs: 0,
  });

  async function test({ webhookId, url }: StoredWebhook): Promise<WebhookTestResult> {
    const at = now();
    const id = `test.${makeId()}`;
    const body = JSON.stringify({ type: 'webhook.test', timestamp: instantText(at), data: {} });
    const secrets = await store.read(readWebhookSecrets, { webhookId, now: at });
    const result = await sendWebhook(sending, { url, id, body, secrets, at });
    const attempt = { attemptId: makeId(), eventId: id, type: 'webhook.test', attempt: 1, at, ...result };
    await attempts.note({ webhookId, attempt });
    return result;
  }

  app.post(PATHS.fleetWebhookTest, async (request): Promise<WebhookTestResult> => {
    const address = await addressed(options, request);
    const webhook = await store.read(readWebhook, address);
    if (webhook === undefined) throw noSuch('webhook');
    const giveBack = await tests.take(address.clientId);
    return test(webhook).finally(giveBack);
  });
}

async function clientOf({ access }: WebhookRoutes, request: FastifyRequest): Promise<ClientId> {
  const [own, ...others] = WEBHOOK_SCOPES;
  const caller = await access.caller(request, own);
  for (const scope of others) if (!caller.scopes.has(scope)) throw missingScope(scope, caller);
  return caller.clientId;
}

async function addressed(options: WebhookRoutes, request: FastifyRequest, query: readonly string[] = []) {
  const clientId = await clientOf(options, request);
  readQuery(request, query);
  const webhookId = parseUuid((request.params as { webhookId: string }).webhookId);
  if (webhookId === undefined) throw noSuch('webhook');
  return { clientId, webhookId };
}

async function webhookOrThrow(
  { store }: WebhookRoutes,
  address: { readonly clientId: ClientId; readonly webhookId: string },
): Promise<Webhook> {
  const webhook = await store.read(readWebhook, address);
  if (webhook === undefined) throw noSuch('webhook');
  return webhookOf(webhook);
}

function webhookOf(webhook: StoredWebhook): Webhook {
  const { webhookId, url, types, isParked, attempt, failingSince, nextAt } = webhook;
  const isFailing = attempt > 0;
  return {
    webhookId,
    url,
    types: types === undefined ? null : [...types],
    state: isParked ? 'parked' : isFailing ? 'failing' : 'active',
    createdAt: instantText(webhook.createdAt),
    deliveredUpTo: eventIdOf(webhook.position),
    attempts: attempt,
    failingSince: instantTextOrNull(failingSince),
    nextAttemptAt: isFailing && !isParked ? instantText(nextAt) : null,
  };
}

async function positionOf({ store, tail }: WebhookRoutes, after: string | undefined): Promise<EventPosition> {
  if (after === undefined) return tail.end();
  if (after === 'oldest') return (await store.read(readEventBounds, {})).forgotten;
  const position = parseEventId(after);
  if (position === undefined) throw new AppError('bad_request', 'after: must be the id of an event, or oldest');
  return position;
}

function urlOrThrow(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '') return url.href;
  throw new AppError('bad_request', 'url: must be an https address without user and fragment');
}

function orThrow(outcome: { readonly kind: 'done' | 'webhook_missing' }): void {
  if (outcome.kind === 'webhook_missing') throw noSuch('webhook');
}

function tooManySecrets(): AppError {
  const message = `this webhook has ${MOST_WEBHOOK_SECRETS} secrets that are good; each old one ends 24 h after the next was made`;
  return new AppError('conflict', message);
}

function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
