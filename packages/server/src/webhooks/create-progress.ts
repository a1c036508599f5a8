import { compareEventPositions, type EventPosition } from '../events/read-events.ts';
import type { StoredWebhook } from './read-webhook.ts';

interface Known {
  /** How far it was looked through without finding anything for it, since which replay. */
  readonly passed?: { readonly turn: number; readonly position: EventPosition };
  /** The number of its last attempt among those of all. */
  readonly begun: number;
}

/** What is known of webhooks beside what is stored: how far they were looked through, and whose turn it is. */
export function createProgress() {
  const progress = new Map<string, Known>();
  let attempts = 0;

  function placeOf({ webhookId, turn, position }: StoredWebhook): EventPosition {
    const passed = progress.get(webhookId)?.passed;
    const isFurther = passed?.turn === turn && compareEventPositions(passed.position, position) > 0;
    return isFurther ? passed.position : position;
  }

  function begunOf({ webhookId }: StoredWebhook): number {
    return progress.get(webhookId)?.begun ?? 0;
  }
  return {
    begin({ webhookId }: StoredWebhook): void {
      attempts += 1;
      progress.set(webhookId, { ...progress.get(webhookId), begun: attempts });
    },
    reach(webhook: StoredWebhook, position: EventPosition): void {
      const passed = { turn: webhook.turn, position };
      progress.set(webhook.webhookId, { begun: begunOf(webhook), passed });
    },
    withPlace: (webhook: StoredWebhook): StoredWebhook => ({ ...webhook, position: placeOf(webhook) }),
    /** Those that waited longest first. */
    inTurn: (webhooks: readonly StoredWebhook[]): StoredWebhook[] =>
      [...webhooks].sort((one, other) => begunOf(one) - begunOf(other)),
    /** Forgets those that are no longer there. */
    keepOnly(webhooks: readonly StoredWebhook[]): void {
      const known = new Set(webhooks.map(({ webhookId }) => webhookId));
      for (const webhookId of progress.keys()) if (!known.has(webhookId)) progress.delete(webhookId);
    },
  };
}
