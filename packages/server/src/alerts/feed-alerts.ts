import type { ClockStep } from '../platform/tell-time.ts';
import type { Store } from '../store/store.ts';
import { alertMessageQueue, noteAlertSent, type QueuedMessage } from './alert-message-queue.ts';
import { readAlertRule } from './alert-rules.ts';
import { type AlertSending, sendAlert } from './send-alert.ts';

const EVERY_MS = 2_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 900_000;
const GIVEN_UP_AFTER_MS = 86_400_000;

export interface AlertFeeding extends AlertSending {
  readonly store: Store;
  readonly now: () => number;
}

/** Sends what waits, oldest first; what was sent and not noted, because of a kill, is sent again. */
export function feedAlerts(feeding: AlertFeeding): ClockStep {
  return async (signal) => {
    await sendWaiting(feeding, signal);
    return feeding.now() + EVERY_MS;
  };
}

export async function sendWaiting(feeding: AlertFeeding, signal?: AbortSignal): Promise<void> {
  const { store, now } = feeding;
  const due = await store.read(alertMessageQueue, { now: now() });
  // Rules do not wait for each other; of one, nothing is told before what came first.
  const byAlert = Map.groupBy(due, ({ alertId }) => alertId);
  await Promise.all(
    [...byAlert.values()].map(async (messages) => {
      for (const message of messages) {
        if (signal?.aborted === true || !(await attempt(feeding, message))) return;
      }
    }),
  );
}

async function attempt(feeding: AlertFeeding, queued: QueuedMessage): Promise<boolean> {
  const { store, now } = feeding;
  const { messageId, alertId, message, createdAt } = queued;
  const rule = await store.read(readAlertRule, { alertId });
  if (rule === undefined) return true;
  const error = await sendAlert(feeding, { rule, id: messageId, message, now: now() });
  const attempts = queued.attempts + 1;
  const isOver = error === '' || now() - createdAt >= GIVEN_UP_AFTER_MS;
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  const nextAt = isOver ? null : now() + waitMs;
  await store.write(noteAlertSent, { messageId, alertId, error, attempts, nextAt });
  return error === '';
}
