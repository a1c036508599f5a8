import { randomUUID } from 'node:crypto';
import type { ClientId, Scope, SiteId } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventTail, openEventTail, readEventBounds, storeThatWakes } from '@setpoint/server/testing/rooms/events';
import { createIdMaker, createMetrics, createNameLookup, type Metrics } from '@setpoint/server/testing/rooms/platform';
import { openTestStore, STORE_KINDS, type TestStore } from '@setpoint/server/testing/open-test-store';
import { probeStore, type Store } from '@setpoint/server/testing/rooms/store';
import { attemptNext, feedWebhooks, listAttempts, readWebhook } from '@setpoint/server/testing/rooms/webhooks';
import { createAddressRule, createAttemptLog } from '@setpoint/server/testing/rooms/webhooks';
import { fireAlert } from '@setpoint/server/testing/fire-alert';
import { sealAuditLog } from '@setpoint/server/testing/seal-audit-log';
import { startSilent } from './start-silent.ts';
import { startReceiver } from '@setpoint/server/testing/start-receiver';
import { addClient } from '@setpoint/server/testing/rooms/registry';
import { addWebhook, addWebhookSecret, changeWebhook, replayWebhook } from '@setpoint/server/testing/rooms/webhooks';
import { newSite } from '@setpoint/server/testing/new-site';
import { setSchedules } from '@setpoint/server/testing/set-schedules';
import { putGrant, removeGrant } from '@setpoint/server/testing/rooms/access';

const TEN = Date.UTC(2030, 0, 1, 10);
const HOUR = 3_600_000;
const AT_ONCE = 3;
const NO_ALERTS = { mailing: undefined, pagerDutyUrl: '', publicUrl: 'https://setpoint.example.com' };
const PATIENT_MS = 30_000;
const SECRET = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const CLIENT = '00000000-0000-4000-8000-00000000000c' as string as ClientId;
const raise = (cause: unknown): never => expect.unreachable(String(cause));
const lookUp = createNameLookup();

describe.each(STORE_KINDS)('a webhook, on %s', (kind) => {
  let opened: TestStore;
  let store: Store;
  let tail: EventTail;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let feeding: ReturnType<typeof feedWebhooks>;
  let metrics: Metrics;
  let webhookId: string;
  let now = TEN;
  let secrets = [SECRET];
  // An attempt that is given up is made again when the clock says so, and here nobody moves it for a good receiver.
  let timeoutMs = PATIENT_MS;

  beforeEach(async () => {
    now = TEN;
    secrets = [SECRET];
    timeoutMs = PATIENT_MS;
    opened = await openTestStore(kind);
    tail = await openEventTail({ store: opened.store, onFailure: raise, lookEveryMs: 20 });
    store = storeThatWakes(opened.store, tail);
    await newSite(store, now, { siteId: SITE });
    await newClient(['sites:read', 'fleet:webhooks'], CLIENT);
    receiver = await startReceiver(() => secrets);
    webhookId = await newWebhook(receiver.url, 'batch.accepted');
    feeding = feed(['127.0.0.1']);
  });

  afterEach(async () => {
    await feeding.stop();
    tail.stop();
    receiver.close();
    await opened.close();
  });

  it('gets every event of its filter, once and in order, signed, also when the service stops meanwhile', async () => {
    for (let version = 1; version <= 20; version += 1) await set(version);
    await receiver.until(20);
    await feeding.stop();
    feeding = feed(['127.0.0.1']);
    await Promise.all([set(21), receiver.until(21)]);
    expect(receiver.taken.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(receiver.taken.every(({ isSigned, type }) => isSigned && type === 'setpoint.batch.accepted')).toBe(true);
    expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(21);
  });

  it('gets alerts and seals of the audit log if its client reads as an operator, and otherwise none', async () => {
    for (const more of [[], ['fleet:admin'], ['audit:read']] as const) {
      await newWebhook(receiver.url, '', await newClient(['sites:read', 'fleet:webhooks', ...more]));
    }
    for (const tell of [fireAlert, sealAuditLog]) await tell(store, now);
    await set(1);
    await receiver.until(8);
    const told = receiver.taken.map(({ type }) => type).filter((type) => type !== 'setpoint.batch.accepted');
    expect(told.toSorted()).toEqual(
      ['alert.firing', 'alert.firing', 'audit.sealed', 'audit.sealed'].map((type) => `setpoint.${type}`),
    );
  });

  it.each(['fail', 'hang', 'lie', 'redirect', 'cut', 'drip', 'hint'] as const)(
    'is tried again when its receiver does this: %s; and goes on in order when it comes back',
    async (behaviour) => {
      receiver.behave(behaviour);
      timeoutMs = 300;
      await set(1);
      await set(2);
      const first = await untilAttempts(1);
      expect(first).toMatchObject({ state: { attempt: 1, failingSince: TEN, isParked: false } });
      expect(first.log.at(-1)).toMatchObject({ attempt: 1, error: expect.any(String) });
      expect(first.state.nextAt - TEN).toBeGreaterThanOrEqual(4_000);
      now = first.state.nextAt;
      const second = await untilAttempts(2);
      expect(second.state.nextAt - now).toBeGreaterThanOrEqual(8_000);
      receiver.behave('take');
      timeoutMs = PATIENT_MS;
      now = second.state.nextAt;
      // It sleeps by a clock that nobody moves.
      feeding.look();
      await receiver.until(2);
      expect(receiver.taken.map(({ version }) => version)).toEqual([1, 2]);
      expect(receiver.elsewhere).toBe(0);
    },
  );

  it('is done with a receiver once that answered, however much more it sends', async () => {
    receiver.behave('flood');
    await set(1);
    await set(2);
    await receiver.until(2);
    expect(receiver.taken.map(({ version }) => version)).toEqual([1, 2]);
    await expect.poll(() => receiver.floodsEnded).toBe(2);
    expect((await store.read(readWebhook, { clientId: CLIENT, webhookId }))?.attempt).toBe(0);
  });

  it('waits for nobody: a client whose receivers hang has its own share of attempts, and no more', async () => {
    const silent = await startSilent();
    const other = await newClient(['sites:read', 'fleet:webhooks']);
    for (let count = 0; count < 7; count += 1) await newWebhook(silent.url, 'batch.accepted', other);
    for (let version = 1; version <= 20; version += 1) await set(version);
    await receiver.until(20);
    await silent.hangUpAfter([3, 6, 7]);
    expect(silent.counts.mostOpen).toBe(AT_ONCE);
    silent.server.close();
  });

  it('sends nothing to a client that may not read events', async () => {
    await feeding.stop();
    const blind = await newClient(['fleet:webhooks']);
    const seeing = await newClient(['sites:read', 'fleet:webhooks']);
    const [ofBlind, ofSeeing] = [await placed(blind), await placed(seeing)];
    const attempt = async (webhook: typeof ofBlind) => {
      const options = { ...feedingOptions(['127.0.0.1']), countAttempt: () => undefined, isOver: () => false };
      return (await attemptNext(options, webhook)).kind;
    };
    await set(1);
    await expect.poll(() => attempt(ofSeeing)).toBe('reached');
    expect(await attempt(ofBlind)).toBe('nothing');
    expect(receiver.taken).toHaveLength(1);
  });

  async function placed(clientId: ClientId) {
    const id = await newWebhook(receiver.url, 'batch.accepted', clientId);
    const webhook = await store.read(readWebhook, { clientId, webhookId: id });
    return webhook ?? expect.unreachable('the webhook is not there');
  }

  it('is parked after 24 h, stays so, and goes on from wherever it is told to', async () => {
    receiver.behave('fail');
    await set(1);
    let attempts = 1;
    await untilAttempts(attempts);
    now += 60_000;
    expect(await metrics.text()).toContain('\nsetpoint_webhook_backlog_seconds 60\n');
    for (let seen = await untilAttempts(attempts); !seen.state.isParked; seen = await untilAttempts(attempts)) {
      now = seen.state.nextAt;
      attempts += 1;
    }
    expect([now - TEN >= 24 * HOUR, now - TEN < 27 * HOUR, attempts > 20]).toEqual([true, true, true]);
    expect(receiver.asked).toBe(attempts);
    receiver.behave('take');
    now += 100 * HOUR;
    await set(2);
    await store.write(probeStore, { now });
    expect(receiver.taken).toEqual([]);
    const position = (await store.read(readEventBounds, {})).forgotten;
    await store.write(replayWebhook, { clientId: CLIENT, webhookId, position });
    await receiver.until(2);
    expect(receiver.taken.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('goes on from where it stood when its address changes, at once and without what failed before', async () => {
    receiver.behave('fail');
    await set(1);
    await set(2);
    const { state } = await untilAttempts(1);
    expect(state.nextAt).toBeGreaterThan(now);
    receiver.behave('take');
    const url = receiver.url.replace('/hook', '/other');
    await store.write(changeWebhook, { clientId: CLIENT, webhookId, url });
    feeding.look();
    await receiver.until(2);
    expect(receiver.taken.map(({ version }) => version)).toEqual([1, 2]);
    expect(receiver.paths.slice(-2)).toEqual(['/other', '/other']);
  });

  it('keeps waiting when something else of it changes', async () => {
    receiver.behave('fail');
    await set(1);
    const before = (await untilAttempts(1)).state;
    await store.write(changeWebhook, { clientId: CLIENT, webhookId, url: receiver.url, types: 'site.online' });
    const after = await store.read(readWebhook, { clientId: CLIENT, webhookId });
    expect(after).toEqual({ ...before, types: new Set(['site.online']) });
  });

  it('is signed with both secrets while one takes over from the other', async () => {
    const secret = `whsec_${Buffer.from('another').toString('base64')}`;
    const rotation = { clientId: CLIENT, webhookId, secret, goodUntil: now + HOUR, now };
    await store.write(addWebhookSecret, rotation);
    await set(1);
    await receiver.until(1);
    secrets = [secret];
    await set(2);
    await receiver.until(2);
    now += HOUR;
    await set(3);
    await receiver.until(3);
    expect(receiver.taken.map(({ isSigned, signatures }) => [isSigned, signatures.length])).toEqual([
      [true, 2],
      [true, 2],
      [true, 1],
    ]);
  });

  it('gets nothing of a site from which its grant was taken, and everything else', async () => {
    await store.write(removeGrant, { clientId: CLIENT, siteId: SITE });
    await set(1);
    const marker = await newSite(store, now);
    await store.write(putGrant, { clientId: CLIENT, siteId: marker, canSchedule: false });
    await set(1, marker);
    await receiver.until(1);
    expect(receiver.taken).toHaveLength(1);
    expect(receiver.taken.map(({ siteId }) => siteId)).toEqual([marker]);
  });

  function feed(allowed: readonly string[]) {
    metrics = createMetrics();
    return feedWebhooks({
      ...feedingOptions(allowed),
      share: { atOnce: AT_ONCE },
      turn: () => Promise.resolve(),
      metrics,
      isChosen: () => Promise.resolve(true),
      onFailure: (cause) => (tail.isStopped() ? undefined : raise(cause)),
    });
  }

  function feedingOptions(allowed: readonly string[]) {
    const sending = {
      ...NO_ALERTS,
      isAllowed: createAddressRule(allowed),
      lookUp,
      ca: receiver.ca,
      get timeoutMs() {
        return timeoutMs;
      },
    };
    const attempts = createAttemptLog({ store, mostKept: 1_000 });
    return { store, tail, sending, attempts, now: () => now, makeId: createIdMaker(Date.now) };
  }

  async function newWebhook(url: string, types: string, clientId = CLIENT): Promise<string> {
    const id: string = randomUUID();
    const { last: position } = await store.read(readEventBounds, {});
    const added = { clientId, webhookId: id, url, types, secret: SECRET, position } as const;
    await store.write(addWebhook, { ...added, mostWebhooks: 20, now });
    return id;
  }

  async function newClient(scopes: readonly Scope[], clientId = randomUUID() as string as ClientId): Promise<ClientId> {
    await store.write(addClient, { clientId, clientName: clientId, scopes, secretHash: clientId, now });
    await store.write(putGrant, { clientId, siteId: SITE, canSchedule: false });
    return clientId;
  }

  /** Resolves once so many attempts failed; looks again whenever the log of them may have grown. */
  async function untilAttempts(attempts: number) {
    for (;;) {
      feeding.look();
      const state = await store.read(readWebhook, { clientId: CLIENT, webhookId });
      if (state !== undefined && state.attempt >= attempts) {
        return { state, log: await store.read(listAttempts, { webhookId, before: '~', limit: 100 }) };
      }
      await new Promise(setImmediate);
    }
  }

  async function set(version: number, siteId = SITE): Promise<void> {
    const entry = { startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T14:00:00Z', value: version };
    const schedules = [{ asset: 'grid' as const, type: 'activePowerkW' as const, entries: [entry] }];
    await setSchedules(store, siteId, { clientId: CLIENT, now, schedules });
  }
});
