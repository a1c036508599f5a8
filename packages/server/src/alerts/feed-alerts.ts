import type { ClockStep } from '../platform/loops/tell-time.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { alertMessageQueue, listWaitingAlerts, noteAlertSent, type QueuedMessage } from './alert-message-queue.ts';
import { readAlertRule } from './alert-rules.ts';
import { isGivenUp, waitAfter } from '../webhooks/is-given-up.ts';
import { type AlertSending, sendAlert } from './send-alert.ts';

const EVERY_MS = 2_000;
// Then it is looked again whether another node does it now.
const MOST_AT_ONCE = 100;

export interface AlertFeeding extends AlertSending {
  readonly store: Store;
  readonly now: () => number;
}

/**
 * Sends what waits; what was sent and not noted, because of a kill, is sent again. No alert waits for another, and the
 * end of the service for none: what is under way then is noted no more.
 */
export function feedAlerts(feeding: AlertFeeding): ClockStep {
  const underway = new Set<string>();
  const failures: unknown[] = [];
  return async (signal) => {
    if (failures.length > 0) throw failures.pop();
    const waiting = await feeding.store.read(listWaitingAlerts, {});
    const at = feeding.now();
    for (const { alertId, nextAt } of waiting) {
      if (nextAt > at || underway.has(alertId)) continue;
      underway.add(alertId);
      void sendWaitingOf(feeding, alertId, signal)
        .catch((cause: unknown) => void (signal.aborted || failures.push(cause)))
        .finally(() => underway.delete(alertId));
    }
    // What is added is told in the log.
    return waiting.length === 0 ? undefined : feeding.now() + EVERY_MS;
  };
}

/** Sends what may be sent of all alerts, once. */
export async function sendWaiting(feeding: AlertFeeding): Promise<void> {
  const { signal } = new AbortController();
  const waiting = await feeding.store.read(listWaitingAlerts, {});
  const due = waiting.filter(({ nextAt }) => nextAt <= feeding.now());
  await Promise.all(due.map(({ alertId }) => sendWaitingOf(feeding, alertId, signal)));
}

async function sendWaitingOf(feeding: AlertFeeding, alertId: string, signal: AbortSignal): Promise<void> {
  const { store, now } = feeding;
  for (let sent = 0; sent < MOST_AT_ONCE && !signal.aborted; sent += 1) {
    // Read together and anew each time: both may have been changed meanwhile.
    const { rule, next } = await store.read(readNext, { alertId });
    if (rule === undefined || next === undefined || next.nextAt > now()) return;
    const error = await sendAlert(feeding, { rule, id: next.messageId, message: next.message, now: now() });
    if (signal.aborted) return;
    await note(feeding, next, error);
    if (error !== '') return;
  }
}

async function readNext(tx: Tx, { alertId }: { readonly alertId: string }) {
  const [next] = await alertMessageQueue(tx, { alertId, limit: 1 });
  return { rule: await readAlertRule(tx, { alertId }), next };
}

async function note({ store, now }: AlertFeeding, sent: QueuedMessage, error: string): Promise<void> {
  const { messageId, alertId, createdAt } = sent;
  const attempts = sent.attempts + 1;
  const isOver = error === '' || isGivenUp(createdAt, now());
  const nextAt = isOver ? null : now() + waitAfter(attempts);
  await store.write(noteAlertSent, { messageId, alertId, error, attempts, nextAt });
}
