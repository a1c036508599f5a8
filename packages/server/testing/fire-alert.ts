import { addAlert } from '../src/alerts/add-alert.ts';
import { settleAlert } from '../src/alerts/settle-alert.ts';
import type { Store } from '../src/store/store.ts';
import { numberedId } from './numbered-id.ts';

/** For tests: an alert that begins to fire. */
export async function fireAlert(store: Store, now: number): Promise<string> {
  const alertId = numberedId(1);
  const of = { alertName: 'Dispatch', condition: 'offline', minutes: 0, siteId: '', poolId: '' } as const;
  const to = { channel: 'slack', target: 'https://localhost/hook', secret: '' } as const;
  await store.write(addAlert, { ...of, ...to, alertId, createdAt: now });
  const subjects = [{ subjectId: numberedId(2), subjectName: 'Nord', since: now }];
  await store.write(settleAlert, { alertId, subjects, now });
  return alertId;
}
