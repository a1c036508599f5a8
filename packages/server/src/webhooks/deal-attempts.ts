import type { StoredWebhook } from './read-webhook.ts';

/** What a client may have under way at once. */
export interface AttemptShare {
  readonly atOnce: number;
}

export type Underway = Pick<StoredWebhook, 'webhookId' | 'clientId' | 'attempt'>;

/** Whose share it is: a client's, or the alert's own. */
export function sharerOf({ clientId, webhookId }: Pick<StoredWebhook, 'clientId' | 'webhookId'>): string {
  return clientId ?? webhookId;
}

/**
 * Which of those that have something to send do it now. Each client and each alert has its own share, so that nobody
 * waits for another's; within it those that fail have half, so that what works does not wait for what does not.
 */
export function dealAttempts(
  waiting: readonly StoredWebhook[],
  underway: Iterable<Underway>,
  { atOnce }: AttemptShare,
): StoredWebhook[] {
  const taken = new Map<string, { all: number; failing: number }>();
  const take = (webhook: Underway): void => {
    const { all, failing } = taken.get(sharerOf(webhook)) ?? { all: 0, failing: 0 };
    taken.set(sharerOf(webhook), { all: all + 1, failing: failing + (webhook.attempt > 0 ? 1 : 0) });
  };
  for (const one of underway) take(one);
  return waiting.filter((webhook) => {
    const { all, failing } = taken.get(sharerOf(webhook)) ?? { all: 0, failing: 0 };
    const isOver = all >= atOnce || (webhook.attempt > 0 && failing >= Math.ceil(atOnce / 2));
    if (!isOver) take(webhook);
    return !isOver;
  });
}
