import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../store/store.ts';
import { readEvents } from '../events/read-events.ts';
import { newSite } from '../../testing/new-site.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { storeOfTest } from '../../testing/open-test-store.ts';
import { addAlert } from './add-alert.ts';
import { lookAtAlerts, watchAlerts } from './alerts-room.ts';

const MINUTE_MS = 60_000;
const SEES = { offlineAfterMs: 90_000, isJustAwake: () => false };

it('two nodes that look at the same instant notify once', async () => {
  const { store: one, reopen } = await storeOfTest('PostgreSQL');
  const other = await reopen();
  onTestFinished(() => other.close());
  for (let number = 1; number <= 5; number += 1) {
    await newAlert(one, number);
    await newSite(one, 0);
    const now = () => number * MINUTE_MS;
    await Promise.all([one, other].map((store) => lookAtAlerts({ ...SEES, store, now })));
  }
  const sent = (await alertEvents(one)).map(({ alertId, data }) => `${alertId} ${JSON.stringify(data['subjects'])}`);
  // The first of the alerts saw each site come, the second four of them, and so on.
  expect(sent).toHaveLength(5 + 4 + 3 + 2 + 1);
  expect(new Set(sent).size).toBe(sent.length);
});

it('looks every ten seconds, however much news there is', async () => {
  const { store } = await storeOfTest('PostgreSQL');
  const clock = { now: MINUTE_MS };
  const step = watchAlerts({ ...SEES, store, now: () => clock.now });
  const { signal } = new AbortController();
  const sentAt = async (now: number) => {
    clock.now = now;
    await step(signal);
    return (await alertEvents(store)).length;
  };
  await newAlert(store, 1);
  await newSite(store, 0);
  expect(await sentAt(MINUTE_MS)).toBe(1);
  await newSite(store, 0);
  expect(await sentAt(MINUTE_MS + 9_999)).toBe(1);
  expect(await sentAt(MINUTE_MS + 10_000)).toBe(2);
  // A clock that was set back is no reason to rest until it is there again.
  await newSite(store, 0);
  expect(await sentAt(1_000)).toBe(3);
});

async function newAlert(store: Store, number: number): Promise<void> {
  const of = { condition: 'offline', minutes: 0, siteId: '', poolId: '' } as const;
  const to = { channel: 'slack', target: 'https://localhost/hook', secret: '' } as const;
  await store.write(addAlert, { ...of, ...to, alertId: numberedId(number), alertName: 'Offline', createdAt: 0 });
}

async function alertEvents(store: Store) {
  const { events } = await store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 99 });
  return events.filter(({ alertId }) => alertId !== undefined);
}
