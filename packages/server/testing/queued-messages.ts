import { alertMessageQueue, type QueuedMessage } from '../src/alerts/alert-message-queue.ts';
import { alertRules } from '../src/alerts/alert-rules.ts';
import type { Store } from '../src/store/store.ts';

/** For tests: what waits of all alerts, the oldest alert first. */
export async function queuedMessages(store: Store): Promise<QueuedMessage[]> {
  const rules = await store.read(alertRules, {});
  const queues = rules.map(({ alertId }) => store.read(alertMessageQueue, { alertId, limit: 10_000 }));
  return (await Promise.all(queues)).flat();
}
