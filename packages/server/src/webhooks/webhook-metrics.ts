import type { EventTail } from '../events/event-tail.ts';
import { compareEventPositions, readEvents } from '../events/read-events.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { Store } from '../store/store.ts';
import type { StoredWebhook } from './read-webhook.ts';

export interface WatchedWebhooks {
  readonly store: Store;
  readonly tail: EventTail;
  readonly now: () => number;
  /** All webhooks, each where it stands; undefined on a node that does not send. */
  readonly list: () => Promise<readonly StoredWebhook[] | undefined>;
}

export interface WebhookMetrics {
  readonly countAttempt: (outcome: 'taken' | 'failed') => void;
}

export function webhookMetrics(metrics: Metrics, watched: WatchedWebhooks): WebhookMetrics {
  const byState = 'Webhooks by state: failing ones have a backlog, parked ones wait for a replay.';
  metrics.addGauge('webhooks{state}', byState, async () => {
    const webhooks = await watched.list();
    return webhooks && Object.entries(countStates(webhooks));
  });
  const backlog = 'Age of the oldest event that still has to be sent to a webhook that is not parked.';
  metrics.addGauge('webhook_backlog_seconds', backlog, async () => (await measureBacklog(watched)) / 1_000);
  return {
    countAttempt: metrics.addCounter(
      'webhook_attempts_total{outcome}',
      'Attempts to send an event to a webhook, by outcome.',
    ),
  };
}

/** Whether there is something in the log that a webhook may have to send. */
export function isBehind({ position, lastEvent }: StoredWebhook, tail: Pick<EventTail, 'end'>): boolean {
  return compareEventPositions(position, lastEvent ?? tail.end()) < 0;
}

async function measureBacklog({ store, tail, now, list }: WatchedWebhooks): Promise<number> {
  const at = now();
  let oldestAt = at;
  for (const webhook of (await list()) ?? []) {
    if (webhook.isParked || !isBehind(webhook, tail)) continue;
    const [next] = (await store.read(readEvents, { after: webhook.position, rows: 1 })).events;
    oldestAt = Math.min(oldestAt, next?.at ?? oldestAt);
  }
  return at - oldestAt;
}

function countStates(webhooks: readonly StoredWebhook[]) {
  const parked = webhooks.filter(({ isParked }) => isParked).length;
  const failing = webhooks.filter((webhook) => !webhook.isParked && webhook.attempt > 0).length;
  return { parked, failing, active: webhooks.length - parked - failing };
}
