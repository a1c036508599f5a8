import { instantText, instantTextOrNull } from '@setpoint/core';
import { randomBytes, randomUUID } from 'node:crypto';
import { AppError, type ClientId, type Webhook, type WebhookTestResult } from '@setpoint/contract';
import type { EventTail } from '../events/event-tail.ts';
import { eventIdOf, parseEventId } from '../events/sse-text.ts';
import { type EventPosition, readEventBounds } from '../events/read-events.ts';
import {
  listAttempts,
  listWebhooks,
  readAlertWebhook,
  readWebhook,
  readWebhookSecrets,
  type StoredWebhook,
} from './read-webhook.ts';
import type { EventSending } from './send-event.ts';
import { sendWebhook } from './send-webhook.ts';
import { writeMessage } from './write-message.ts';
import type { Caller } from '../identity/caller.ts';
import { tooMuchOf } from '../limits/too-much.ts';
import { dealTurns } from '../store/deal-turns.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { byId } from '../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import {
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  MOST_WEBHOOK_SECRETS,
  removeWebhook,
  replayWebhook,
} from './change-webhook.ts';
import type { AttemptLog } from './attempt-log.ts';

export interface WebhookRoutes extends StoreAndClock {
  readonly tail: EventTail;
  readonly makeId: () => string;
  readonly sending: EventSending;
  readonly attempts: AttemptLog;
}

/** Of one client. */
export const MOST_WEBHOOKS = 20;
const TESTS_AT_ONCE = 2;
const OLD_SECRET_GOOD_MS = 86_400_000;
const LATEST_FIRST = byId('~');

/** Where a client wants events to be sent; each client sees its own alone. */
export function webhookRoutes(serve: Serve, options: WebhookRoutes): void {
  const { store, now } = options;

  serve('listWebhooks', async ({ caller: { clientId } }) => {
    return { webhooks: (await store.read(listWebhooks, { clientId })).map(webhookOf) };
  });

  serve('addWebhook', async ({ caller: { clientId }, body: { url, types = [], after }, by }) => {
    const webhookId: string = randomUUID();
    const secret = makeWebhookSecret();
    const named = { clientId, webhookId, url: urlOrThrow(url), types: types.join(), by };
    const added = { ...named, secret, mostWebhooks: MOST_WEBHOOKS, now: now() };
    const outcome = await store.write(addWebhook, { ...added, position: await positionOf(options, after) });
    if (outcome.kind === 'too_many') {
      throw new AppError('conflict', `this client has ${MOST_WEBHOOKS} webhooks; remove one first`);
    }
    return { ...(await webhookOrThrow(options, { clientId, webhookId })), secret };
  });

  serve('getWebhook', async ({ caller, ids }) => webhookOrThrow(options, addressOf(caller, ids)));

  serve('changeWebhook', async ({ caller, ids, body: { url, types }, by }) => {
    const address = addressOf(caller, ids);
    const change = {
      ...(url === undefined ? {} : { url: urlOrThrow(url) }),
      ...(types === undefined ? {} : { types: types?.join() ?? '' }),
    };
    orThrow(await store.write(changeWebhook, { ...address, ...change, by }));
    return webhookOrThrow(options, address);
  });

  serve('removeWebhook', async ({ caller, ids, by }) => {
    orThrow(await store.write(removeWebhook, { ...addressOf(caller, ids), by }));
  });

  addActionRoutes(serve, options);
  addTestRoute(serve, options);
}

function addActionRoutes(serve: Serve, options: WebhookRoutes): void {
  const { store, now } = options;

  serve('addWebhookSecret', async ({ caller, ids, by }) => {
    const secret = makeWebhookSecret();
    const goodUntil = now() + OLD_SECRET_GOOD_MS;
    const outcome = await store.write(addWebhookSecret, {
      ...addressOf(caller, ids),
      secret,
      goodUntil,
      now: now(),
      by,
    });
    if (outcome.kind === 'too_many') throw tooManySecrets();
    orThrow({ kind: outcome.kind });
    return { secret, oldGoodUntil: instantText(goodUntil) };
  });

  serve('replayWebhook', async ({ caller, ids, body: { after }, by }) => {
    const address = addressOf(caller, ids);
    orThrow(await store.write(replayWebhook, { ...address, position: await positionOf(options, after), by }));
    return webhookOrThrow(options, address);
  });

  serve('listWebhookDeliveries', async ({ caller, ids, query }) => {
    const address = addressOf(caller, ids);
    const wanted = readPage(query, LATEST_FIRST);
    const webhook = (await store.read(readWebhook, address)) ?? (await alertWebhook(options, caller, address));
    if (webhook === undefined) throw noSuch('webhook');
    const rows = await store.read(listAttempts, { ...address, before: wanted.after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, ({ deliveryId }) => deliveryId);
    const deliveries = page.items.map((attempt) => ({ ...attempt, at: instantText(attempt.at) }));
    return { deliveries, nextCursor: page.nextCursor };
  });
}

/** Sends a message at once; a few at a time, so that nobody keeps this node busy with addresses that do not answer. */
function addTestRoute(serve: Serve, options: WebhookRoutes): void {
  const { store, now, makeId, sending, attempts } = options;
  const tests = dealTurns(
    { atOnce: TESTS_AT_ONCE, waiting: 0, patienceMs: 0 },
    tooMuchOf('too many tests of webhooks are under way'),
  );

  async function test({ webhookId, url }: StoredWebhook): Promise<WebhookTestResult> {
    const at = now();
    const id = `test.${makeId()}`;
    const happening = { id, type: 'webhook.test', at: instantText(at), data: {} };
    const message = writeMessage(happening, sending.publicUrl);
    const secrets = await store.read(readWebhookSecrets, { webhookId, now: at });
    const result = await sendWebhook(sending, { ...message, url, secrets, at });
    const attempt = { deliveryId: makeId(), eventId: id, type: 'webhook.test', attempt: 1, at, ...result };
    await attempts.note({ webhookId, attempt });
    return result;
  }

  serve('testWebhook', async ({ caller, ids }) => {
    const address = addressOf(caller, ids);
    const webhook = await store.read(readWebhook, address);
    if (webhook === undefined) throw noSuch('webhook');
    const giveBack = await tests.take(address.clientId);
    return test(webhook).finally(giveBack);
  });
}

/** That of an alert, for those who manage alerts. */
async function alertWebhook(
  { store }: WebhookRoutes,
  { scopes }: Caller,
  { webhookId }: { readonly webhookId: string },
) {
  return scopes.has('fleet:admin') ? store.read(readAlertWebhook, { alertId: webhookId }) : undefined;
}

function addressOf({ clientId }: Caller, { webhookId }: { readonly webhookId: string }) {
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
  const message = `this webhook has ${MOST_WEBHOOK_SECRETS} valid secrets; each old one ends 24 h after the next was made`;
  return new AppError('conflict', message);
}

function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
