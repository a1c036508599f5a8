import type { EventTail } from '../events/event-tail.ts';
import { eventIdOf, fleetEventOf } from '../events/sse-text.ts';
import { eventsAfter, visibleEvents } from '../events/events-after.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Store } from '../store/store.ts';
import { compareEventPositions, type EventPosition, type LoggedEvent } from '../events/read-events.ts';
import { listAllWebhooks, readWebhookSecrets, type StoredWebhook } from './read-webhook.ts';
import { type SendResult, sendWebhook, type WebhookSending } from './send-webhook.ts';
import { noteAttempt } from './note-attempt.ts';
import { type WebhookMetrics, webhookMetrics } from './webhook-metrics.ts';

const LOOK_EVERY_MS = 1_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
const PARKED_AFTER_MS = 86_400_000;

interface WebhookFeeding {
  readonly store: Store;
  readonly tail: EventTail;
  readonly sending: WebhookSending;
  readonly now: () => number;
  readonly makeId: () => string;
}

export interface WebhookOptions extends WebhookFeeding {
  readonly metrics: Metrics;
  /** Whether this node does it: one node does it for all. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Sends the events of the log to the webhooks: each in order, one at a time, and no webhook waits for another. */
export function feedWebhooks({ isChosen, onFailure, metrics, ...feeding }: WebhookOptions) {
  const { store, tail, now } = feeding;
  const running = new Set<string>();
  /** How far each was looked through without finding anything for it. */
  const passed = new Map<string, EventPosition>();
  let isStopped = false;

  async function run(webhook: StoredWebhook): Promise<void> {
    running.add(webhook.webhookId);
    try {
      const reached = await attemptNext(
        { ...feeding, countAttempt, isStopped: () => isStopped },
        webhook,
        placeOf(webhook),
      );
      if (reached === undefined) return;
      passed.set(`${webhook.webhookId} ${webhook.turn}`, reached);
    } finally {
      running.delete(webhook.webhookId);
    }
    look();
  }
  function placeOf({ webhookId, turn, position }: StoredWebhook): EventPosition {
    const other = passed.get(`${webhookId} ${turn}`);
    return other !== undefined && compareEventPositions(other, position) > 0 ? other : position;
  }

  function withPlace(webhook: StoredWebhook): StoredWebhook {
    return { ...webhook, position: placeOf(webhook) };
  }

  async function lookOnce(): Promise<void> {
    if (!(await isChosen())) return;
    // What is read while an attempt is being noted may tell of the time before it.
    const busy = new Set(running);
    const webhooks = await store.read(listAllWebhooks, {});
    for (const webhook of webhooks) {
      const isDue = !webhook.isParked && webhook.nextAt <= now() && !busy.has(webhook.webhookId);
      if (isDue && compareEventPositions(placeOf(webhook), tail.end()) < 0) run(webhook).catch(fail);
    }
  }
  function fail(cause: unknown): void {
    if (!isStopped) onFailure(cause);
  }
  const { countAttempt } = webhookMetrics(metrics, {
    ...feeding,
    list: async () => ((await isChosen()) ? (await store.read(listAllWebhooks, {})).map(withPlace) : undefined),
  });
  const look = oneAtATime(() => (isStopped ? Promise.resolve() : lookOnce().catch(fail)));
  async function hear(): Promise<void> {
    while (!tail.isStopped()) {
      await tail.news();
      look();
    }
  }
  void hear();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    /** Says that something may be due. */
    look,
    /** What is under way is not waited for: it is noted no more, and sent again. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Runs something again and again, never twice at once: asked while it runs, it runs once more. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isAsked = false;
  return function ask(): void {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    isAsked = false;
    void run().finally(() => {
      isRunning = false;
      if (isAsked) ask();
    });
  };
}

interface RunningFeed extends WebhookFeeding, WebhookMetrics {
  readonly isStopped: () => boolean;
}

/** Hands over the next event that a webhook is to get, if there is one; how far that led, if anywhere. */
async function attemptNext(
  feeding: RunningFeed,
  webhook: StoredWebhook,
  after: EventPosition,
): Promise<EventPosition | undefined> {
  const { store, tail } = feeding;
  const events = await eventsAfter({ store, tail }, after);
  const visible = await visibleEvents(store, webhook, events);
  // A disabled client gets nothing for now, and loses nothing by it.
  if (visible === undefined) return undefined;
  const [event] = visible;
  if (event === undefined) return events.at(-1)?.position;
  return (await attempt(feeding, webhook, event)) ? event.position : undefined;
}

async function attempt(feeding: RunningFeed, webhook: StoredWebhook, event: LoggedEvent): Promise<boolean> {
  const { store, now, makeId } = feeding;
  const { webhookId, turn } = webhook;
  const at = now();
  const result = await sendEvent(feeding, webhook, event);
  // The store may be closed by now: what was taken and not noted is sent again.
  if (feeding.isStopped()) return false;
  feeding.countAttempt(result.error === null ? 'taken' : 'failed');
  const attempts = webhook.attempt + 1;
  const failingSince = webhook.failingSince ?? at;
  const noted = {
    attemptId: makeId(),
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
          isParked: now() - failingSince >= PARKED_AFTER_MS,
        };
  await store.write(noteAttempt, { webhookId, attempt: { ...noted, ...result }, next: { turn, ...next } });
  return result.error === null;
}

async function sendEvent(
  { store, sending, now }: WebhookFeeding,
  { webhookId, url }: StoredWebhook,
  event: LoggedEvent,
): Promise<SendResult> {
  const secrets = await store.read(readWebhookSecrets, { webhookId, now: now() });
  const { id, type, at, siteId, data } = fleetEventOf(event);
  const body = JSON.stringify({ type, timestamp: at, data: { id, siteId, ...data } });
  return sendWebhook(sending, { url, id, body, secrets, at: now() });
}

/** Doubles with each attempt, up to an hour; the chance in it keeps many from coming back at once. */
function waitAfter(attempts: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (0.8 + 0.4 * Math.random()));
}
