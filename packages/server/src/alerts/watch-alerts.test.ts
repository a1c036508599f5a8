import type { SiteId } from '@setpoint/contract';
import { expect, it, onTestFinished } from 'vitest';
import { lookUntil } from '../../testing/look-until.ts';
import { createLease } from '../nodes/lease.ts';
import { linkNodes } from '../nodes/link-nodes.ts';
import { tellTime } from '../platform/loops/tell-time.ts';
import { addSite } from '../registry/sites/add-site.ts';
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts';
import type { Store } from '../store/store.ts';
import { storeThatWakes } from '../events/event-tail.ts';
import { readEvents } from '../events/read-events.ts';
import { createTestDatabase } from '../../testing/create-test-database.ts';
import { numberedId } from '../../testing/numbered-id.ts';
import { addAlert } from './add-alert.ts';
import { lookAtAlerts, watchAlerts } from './watch-alerts.ts';

const MINUTE_MS = 60_000;
const SEES = { offlineAfterMs: 90_000, isJustAwake: () => false };

it('two nodes that look at the same instant notify once', async () => {
  const { url } = await testDatabase();
  const stores = await Promise.all([openNodeStore(url), openNodeStore(url)]);
  const [one] = stores;
  for (let number = 1; number <= 5; number += 1) {
    await newAlert(one, number);
    await newSite(one, number);
    const now = () => number * MINUTE_MS;
    await Promise.all(stores.map((store) => lookAtAlerts({ ...SEES, store, now })));
  }
  const sent = (await alertEvents(one)).map(({ alertId, data }) => `${alertId} ${JSON.stringify(data['subjects'])}`);
  // The first of the alerts saw each site come, the second four of them, and so on.
  expect(sent).toHaveLength(5 + 4 + 3 + 2 + 1);
  expect(new Set(sent).size).toBe(sent.length);
});

it('the chosen node alone looks, and another one when it is gone', async () => {
  const { url } = await testDatabase();
  const clock = { now: MINUTE_MS };
  const writers: number[] = [];
  const nodes = await Promise.all([0, 1].map((node) => startNode(url, clock, () => void writers.push(node))));
  const { store } = nodes[0] ?? expect.unreachable();
  await newAlert(store, 1);
  const chosen = await lookUntil(
    async () => (await Promise.all(nodes.map(({ link }) => link.isChosen()))).indexOf(true),
    (index) => index >= 0,
  );
  const sent = async (count: number) => {
    await newSite(store, count);
    clock.now += MINUTE_MS;
    for (const { telling } of nodes) telling.wake();
    return lookUntil(
      async () => writers,
      ({ length }) => length === count,
    );
  };
  await sent(1);
  await sent(2);
  expect(await sent(3)).toEqual([chosen, chosen, chosen]);
  await nodes[chosen]?.stop();
  expect(await sent(4)).toEqual([chosen, chosen, chosen, 1 - chosen]);
});

it('looks every ten seconds, however much news there is', async () => {
  const { url } = await testDatabase();
  const store = await openNodeStore(url);
  const clock = { now: MINUTE_MS };
  const step = watchAlerts({ ...SEES, store, now: () => clock.now });
  const { signal } = new AbortController();
  const sentAt = async (now: number) => {
    clock.now = now;
    await step(signal);
    return (await alertEvents(store)).length;
  };
  await newAlert(store, 1);
  await newSite(store, 1);
  expect(await sentAt(MINUTE_MS)).toBe(1);
  await newSite(store, 2);
  expect(await sentAt(MINUTE_MS + 9_999)).toBe(1);
  expect(await sentAt(MINUTE_MS + 10_000)).toBe(2);
  // A clock that was set back is no reason to rest until it is there again.
  await newSite(store, 3);
  expect(await sentAt(1_000)).toBe(3);
});

/** A process over the database, as far as it looks at alerts. */
async function startNode(url: string, clock: { readonly now: number }, onWrite: () => void) {
  const now = () => clock.now;
  const link = await linkNodes({ url, lease: createLease(), onFailure: () => undefined });
  const store = await openNodeStore(url);
  const onFailure = (cause: unknown) => expect.unreachable(String(cause));
  const watching = watchAlerts({ ...SEES, store: storeThatWakes(store, { wake: onWrite }), now });
  const telling = tellTime({ now, isChosen: () => link.isChosen(), onFailure }, [watching]);
  const stop = async () => {
    await telling.stop();
    await link.close();
  };
  onTestFinished(stop);
  return { store, link, telling, stop };
}

async function testDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  return database;
}

async function openNodeStore(url: string): Promise<Store> {
  const onLost = (cause: Error) => expect.unreachable(String(cause));
  const store = await openPostgresStore({ url, connections: 4, isUnsafeAllowed: false, onLost });
  onTestFinished(() => store.close());
  return store;
}

async function newSite(store: Store, number: number): Promise<void> {
  const siteId = numberedId(10 + number) as SiteId;
  const controllerKey = { keyId: numberedId(50 + number), keyHash: `key ${number}` };
  await store.write(addSite, { siteId, siteName: `Site ${number}`, timeZone: 'UTC', controllerKey, now: 0 });
}

async function newAlert(store: Store, number: number): Promise<void> {
  const of = { condition: 'offline', minutes: 0, siteId: '', poolId: '' } as const;
  const to = { channel: 'slack', target: 'https://localhost/hook', secret: '' } as const;
  await store.write(addAlert, { ...of, ...to, alertId: numberedId(number), alertName: 'Offline', createdAt: 0 });
}

async function alertEvents(store: Store) {
  const { events } = await store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 99 });
  return events.filter(({ alertId }) => alertId !== undefined);
}
