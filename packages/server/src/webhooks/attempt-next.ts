import { sightOf } from '../access/sight.ts';
import { eventsAfter, visibleEvents } from '../events/events-after.ts';
import type { EventTail } from '../events/event-tail.ts';
import type { EventPosition, LoggedEvent } from '../events/read-events.ts';
import { eventIdOf } from '../events/sse-text.ts';
import { findClient } from '../identity/find-client.ts';
import type { Store } from '../store/store.ts';
import type { AttemptLog } from './attempt-log.ts';
import { readWebhookSecrets, type StoredWebhook } from './read-webhook.ts';
import { type SendResult, sendWebhook, type WebhookSending } from './send-webhook.ts';
import { writeEvent } from './write-message.ts';
import { isGivenUp, waitAfter } from './is-given-up.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';
import type { Scope } from '@setpoint/contract';

/** What a client needs for webhooks: they show it what it could read. */
const WEBHOOK_SCOPES = ['fleet:webhooks', 'sites:read'] as const satisfies readonly Scope[];

/** With one of them it is shown what is neither of a site nor of a pool, too. */
const OPERATOR_SCOPES = ['fleet:admin', 'audit:read'] as const satisfies readonly Scope[];

export interface WebhookFeeding {
  readonly store: Store;
  readonly tail: EventTail;
  readonly sending: WebhookSending;
  readonly attempts: AttemptLog;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly makeId: () => string;
}

export interface RunningFeed extends WebhookFeeding, WebhookMetrics {
  /** Nothing is noted any more. */
  readonly isOver: () => boolean;
}

export type AttemptOutcome =
  | { readonly kind: 'reached'; readonly position: EventPosition }
  | { readonly kind: 'failed' }
  /** Nothing is new, or its client gets nothing for now, and loses nothing by it. */
  | { readonly kind: 'nothing' };

/** Hands over the next event that a webhook is to get, if there is one. */
export async function attemptNext(feeding: RunningFeed, webhook: StoredWebhook): Promise<AttemptOutcome> {
  const { store, tail } = feeding;
  // Nobody is sent what they could not read.
  const owner = await store.read(findClient, webhook);
  const mayHear = WEBHOOK_SCOPES.every((scope) => owner?.scopes.includes(scope));
  const events = await eventsAfter({ store, tail }, webhook.position);
  const last = events.at(-1);
  const hearsAsOperator = OPERATOR_SCOPES.some((scope) => owner?.scopes.includes(scope));
  const wish = { ...webhook, hearsAsOperator };
  const visible = mayHear ? await visibleEvents(sightOf(store), wish, events) : undefined;
  if (visible === undefined || last === undefined) return { kind: 'nothing' };
  const [event] = visible;
  if (event === undefined) return { kind: 'reached', position: last.position };
  return (await attempt(feeding, webhook, event)) ? { kind: 'reached', position: event.position } : { kind: 'failed' };
}

async function attempt(feeding: RunningFeed, webhook: StoredWebhook, event: LoggedEvent): Promise<boolean> {
  const { now, makeId } = feeding;
  const { webhookId, turn } = webhook;
  const at = now();
  const result = await sendEvent(feeding, webhook, event);
  // The store may be closed by now: what was taken and not noted is sent again.
  if (feeding.isOver()) return false;
  feeding.countAttempt(result.error === null ? 'taken' : 'failed');
  const attempts = webhook.attempt + 1;
  const failingSince = webhook.failingSince ?? at;
  const noted = {
    deliveryId: makeId(),
    eventId: eventIdOf(event.position),
    type: event.type,
    at,
    attempt: attempts,
  };
  const next =
    result.error === null
      ? { position: event.position, attempt: 0, failingSince: null, nextAt: 0, isParked: false }
      : {
          position: webhook.position,
          attempt: attempts,
          failingSince,
          nextAt: now() + waitAfter(attempts),
          isParked: isGivenUp(failingSince, now()),
        };
  await feeding.attempts.note({ webhookId, attempt: { ...noted, ...result }, next: { turn, ...next } });
  return result.error === null;
}

async function sendEvent(
  { store, sending, publicUrl, now }: RunningFeed,
  { webhookId, url }: StoredWebhook,
  event: LoggedEvent,
): Promise<SendResult> {
  const secrets = await store.read(readWebhookSecrets, { webhookId, now: now() });
  const message = writeEvent(event, publicUrl);
  return sendWebhook(sending, { ...message, url, secrets, at: now() });
}
