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
import type { Store } from '../store/store.ts';
import { noSuch } from '../http/no-such.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { readJson } from '../http/read-json.ts';
import { byId } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { addWebhook, addWebhookSecret, changeWebhook, removeWebhook, replayWebhook } from './change-webhook.ts';
import { noteAttempt } from './note-attempt.ts';

export interface WebhookRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly tail: EventTail;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly sending: WebhookSending;
}

const checkAdd = valueOrThrow(AddWebhookRequest);
const checkChange = valueOrThrow(ChangeWebhookRequest);
const checkReplay = valueOrThrow(ReplayWebhookRequest);
const OLD_SECRET_GOOD_MS = 86_400_000;
const LATEST_FIRST = byId('~');

/** Where a client wants events to be sent; each client sees its own alone. */
export function webhookRoutes(app: FastifyInstance, options: WebhookRoutes): void {
  const { store, now } = options;

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
    const added = { clientId, webhookId, url: urlOrThrow(url), types: types.join(), secret, now: now() };
    const outcome = await store.write(addWebhook, { ...added, position: await positionOf(options, after) });
    if (outcome.kind === 'too_many') throw new AppError('conflict', 'this client has 20 webhooks; remove one first');
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
    orThrow(await store.write(changeWebhook, { ...address, ...change }));
    return webhookOrThrow(options, address);
  });

  app.delete(PATHS.fleetWebhook, async (request, reply) => {
    orThrow(await store.write(removeWebhook, await addressed(options, request)));
    reply.code(204);
  });

  addActionRoutes(app, options);
}

function addActionRoutes(app: FastifyInstance, options: WebhookRoutes): void {
  const { store, now, makeId, sending } = options;

  app.post(PATHS.fleetWebhookSecrets, async (request, reply): Promise<WebhookSecretResponse> => {
    const address = await addressed(options, request);
    const secret = makeWebhookSecret();
    const goodUntil = now() + OLD_SECRET_GOOD_MS;
    orThrow(await store.write(addWebhookSecret, { ...address, secret, goodUntil, now: now() }));
    reply.code(201).header('Cache-Control', 'no-store');
    return { secret, oldGoodUntil: instantText(goodUntil) };
  });

  app.post(PATHS.fleetWebhookReplay, async (request): Promise<Webhook> => {
    const address = await addressed(options, request);
    const { after } = await readJson(request, checkReplay);
    orThrow(await store.write(replayWebhook, { ...address, position: await positionOf(options, after) }));
    return webhookOrThrow(options, address);
  });

  app.post(PATHS.fleetWebhookTest, async (request): Promise<WebhookTestResult> => {
    const address = await addressed(options, request);
    const webhook = await store.read(readWebhook, address);
    if (webhook === undefined) throw noSuch('webhook');
    const at = now();
    const id = `test.${makeId()}`;
    const body = JSON.stringify({ type: 'webhook.test', timestamp: instantText(at), data: {} });
    const secrets = await store.read(readWebhookSecrets, { ...address, now: at });
    const result = await sendWebhook(sending, { url: webhook.url, id, body, secrets, at });
    const attempt = { attemptId: makeId(), eventId: id, type: 'webhook.test', attempt: 1, at, ...result };
    await store.write(noteAttempt, { webhookId: address.webhookId, attempt });
    return result;
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

async function clientOf({ access }: WebhookRoutes, request: FastifyRequest): Promise<ClientId> {
  return (await access.caller(request, 'fleet:webhooks')).clientId;
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

function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
