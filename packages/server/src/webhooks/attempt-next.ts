import { sightOf } from '../access/sight.ts';
import { eventsAfter, type KnownEvents, visibleEvents } from '../events/events-after.ts';
import type { EventPosition, LoggedEvent } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { findClient } from '../identity/find-client.ts';
import type { Store } from '../store/store.ts';
import type { AttemptLog } from './attempt-log.ts';
import type { StoredWebhook } from './read-webhook.ts';
import { type EventSending, sendEvent } from './send-event.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';
import type { Scope } from '@setpoint/contract';

/** What a client needs for webhooks: they show it what it could read. */
const WEBHOOK_SCOPES = ['fleet:webhooks', 'sites:read'] as const satisfies readonly Scope[];

/** With one of them it is shown what is neither of a site nor of a pool, too. */
const OPERATOR_SCOPES = ['fleet:admin', 'audit:read'] as const satisfies readonly Scope[];

export interface WebhookFeeding {
  readonly store: Store;
  readonly tail: KnownEvents;
  readonly sending: EventSending;
  readonly attempts: AttemptLog;
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
  const events = await eventsAfter(feeding, webhook.position);
  const last = events.at(-1);
  const wanted = await wantedEvents(feeding, webhook, events);
  if (wanted === undefined || last === undefined) return { kind: 'nothing' };
  const [event] = wanted;
  if (event === undefined) return { kind: 'reached', position: last.position };
  return (await attempt(feeding, webhook, event)) ? { kind: 'reached', position: event.position } : { kind: 'failed' };
}

/** Those of some events that a webhook is to get; undefined while its client may hear nothing. */
async function wantedEvents(
  { store }: RunningFeed,
  { clientId, webhookId, types }: StoredWebhook,
  events: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[] | undefined> {
  if (clientId === null) return events.filter(({ alertId }) => alertId === webhookId);
  // Nobody is sent what they could not read.
  const owner = await store.read(findClient, { clientId });
  const has = (scope: Scope) => owner?.scopes.includes(scope) === true;
  if (!WEBHOOK_SCOPES.every(has)) return undefined;
  return visibleEvents(sightOf(store), { clientId, types, hearsAsOperator: OPERATOR_SCOPES.some(has) }, events);
}

/** Answers with whether it is done with the event: an alert passes over what nobody took for a day. */
async function attempt(feeding: RunningFeed, webhook: StoredWebhook, logged: LoggedEvent): Promise<boolean> {
  const { store, sending, now, makeId } = feeding;
  const { webhookId, clientId, turn } = webhook;
  const at = now();
  const event = fleetEventOf(logged);
  const result = await sendEvent({ store, ...sending }, { webhook, event, now: at });
  // The store may be closed by now: what was taken and not noted is sent again.
  if (feeding.isOver()) return false;
  feeding.countAttempt(result.error === null ? 'taken' : 'failed');
  const attempts = webhook.attempt + 1;
  const failingSince = webhook.failingSince ?? at;
  const noted = {
    deliveryId: makeId(),
    eventId: event.id,
    type: event.type,
    at,
    attempt: attempts,
  };
  const isDone = result.error === null || (clientId === null && isGivenUp(logged.at, now()));
  const next = isDone
    ? { position: logged.position, attempt: 0, failingSince: null, nextAt: 0, isParked: false }
    : {
        position: webhook.position,
        attempt: attempts,
        failingSince,
        nextAt: now() + waitAfter(attempts),
        isParked: clientId !== null && isGivenUp(failingSince, now()),
      };
  await feeding.attempts.note({ webhookId, attempt: { ...noted, ...result }, next: { turn, ...next } });
  return isDone;
}

const RETRY_TIMES = { firstWaitMs: 5_000, longestWaitMs: 900_000, triedForMs: 86_400_000 } as const;

/** How long to wait after attempts that failed: twice as long each time; by chance, so that many do not come at once. */
export function waitAfter(attempts: number): number {
  const { firstWaitMs, longestWaitMs } = RETRY_TIMES;
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (0.8 + 0.4 * Math.random()));
}

/** Whether what has failed for so long is tried no more: a webhook is parked then. */
function isGivenUp(failingSince: number, now: number): boolean {
  return now - failingSince >= RETRY_TIMES.triedForMs;
}
