import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BatchId, type ClientId, namesOfPair, type PairName, type SiteId } from '@setpoint/contract';
import type { KnownRejection } from './stored-rejection.ts';
import { parseBatch } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookUntil } from '../../testing/look-until.ts';
import { createSiteSignals, type SiteSignals } from '../platform/site-signals.ts';
import { openStoreIn } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { readRevision } from '../gateway/snapshots/read-schedule.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { controllerKeyRoutes } from '../registry/keys/controller-key-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { readBatch, readDeliveryFacts } from './read-delivery.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite as addedSite } from '../../testing/new-site.ts';
import { applySchedules } from '../schedules/apply-schedules.ts';
import { putGrant } from '../access/grants/put-grant.ts';
import { removeGrant } from '../access/grants/remove-grant.ts';
import { changeClient } from '../registry/clients/change-client.ts';
import { recordReport } from '../gateway/reports/record-report.ts';
import { serveOperations } from '../serving/serve-operations.ts';
import { servingOver } from '../../testing/serving-over.ts';
import { testBudget } from '../../testing/test-budget.ts';

const CLIENT = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const TEN = Date.UTC(2030, 0, 1, 10);
const HOUR = 3_600_000;
const FLEET = '/api/v1/fleet';

describe('delivery', () => {
  let folder: string;
  let store: Store;
  let signals: SiteSignals;
  let app: FastifyInstance;
  let now = TEN;
  let siteId: SiteId;
  let sequence = 0;
  /** What waits for batches cost: who listens, and what is read for them. */
  const waits = { listening: 0, reading: 0, reads: [] as unknown[] };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-delivery-'));
    store = await openStoreIn(folder);
    signals = createSiteSignals();
    const scopes = ['sites:read', 'fleet:admin'] as const;
    await store.write(addClient, { clientId: CLIENT, clientName: 'c', scopes, secretHash: 'x', now });
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const authenticate = () => ({ clientId: CLIENT, scopes: new Set(scopes) });
    const onRevoked = (id: SiteId) => signals.send(id, 'keys');
    const orders = { of: () => [] };
    const budget = testBudget();
    const serving = servingOver(store, authenticate, budget);
    const { access } = serving;
    const serve = serveOperations(app, serving);
    deliveryRoutes(serve, {
      budget,
      store: counted(store),
      access,
      signals: countedSignals(signals),
      orders,
      now: () => now,
      offlineAfterMs: 90_000,
    });
    controllerKeyRoutes(serve, { store, now: () => now, onRevoked });
  });

  afterAll(async () => {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    now = TEN;
    siteId = await newSite();
    await store.write(putGrant, { clientId: CLIENT, siteId, canSchedule: false });
  });

  it('of a site is pending, then in sync or partial, and unreachable once it is offline', async () => {
    await expect(site()).resolves.toMatchObject({ state: 'unreachable', version: 0, reportedAt: null, commands: [] });
    await set('bess/activePowerkW');
    await report(null);
    await expect(site()).resolves.toMatchObject({ state: 'pending', isOnline: true, appliedVersion: null });
    await report();
    await expect(site()).resolves.toMatchObject({ state: 'in_sync', version: 1, appliedVersion: 1 });
    await report(undefined, [{ asset: 'bess', type: 'activePowerkW', code: 'unsupported', message: 'not today' }]);
    await expect(site()).resolves.toMatchObject({
      state: 'partial',
      commands: [{ state: 'rejected', code: 'unsupported', message: 'not today', entries: [{ state: 'rejected' }] }],
    });
    await set('bess/activePowerkW');
    now += 90_001;
    await expect(site()).resolves.toMatchObject({ state: 'unreachable', commands: [{ state: 'pending' }] });
  });

  it('of an entry goes from scheduled over executing to completed, or is missed', async () => {
    await set('grid/activePowerkW', [8, 10, 11, 12]);
    await report();
    await expect(entryStates()).resolves.toEqual([null, 'executing', 'scheduled', 'scheduled']);
    now = TEN + HOUR;
    await expect(entryStates()).resolves.toEqual([null, 'completed', 'executing_assumed', 'scheduled']);
    await set('grid/activePowerkW', [10, 11, 12, 13]);
    now = TEN + 4 * HOUR;
    await expect(entryStates()).resolves.toEqual(['completed', 'completed', 'completed', 'missed']);
  });

  it('of an entry is late when it was first applied after it began', async () => {
    await set('grid/activePowerkW', [10]);
    now += 60_000;
    await report();
    await expect(site()).resolves.toMatchObject({ commands: [{ entries: [{ state: 'executing', isLate: true }] }] });
  });

  it('of a batch is the worst of its commands that stand, and superseded when none does', async () => {
    const first = await set('grid/activePowerkW');
    const second = await set('bess/activePowerkW');
    await expect(batch(first)).resolves.toMatchObject({ state: 'pending' });
    await report(undefined, [{ asset: 'bess', type: 'activePowerkW', code: 'asset_missing' }]);
    await expect(batch(first)).resolves.toMatchObject({ state: 'accepted' });
    await expect(batch(second)).resolves.toMatchObject({ state: 'rejected', commands: [{ code: 'asset_missing' }] });
    const clear = await set('grid/activePowerkW', []);
    await expect(batch(first)).resolves.toMatchObject({ state: 'superseded' });
    await expect(batch(clear)).resolves.toMatchObject({ state: 'pending' });
    await report();
    await expect(batch(clear)).resolves.toMatchObject({ state: 'accepted' });
  });

  it('of a batch that is waited for is answered as soon as it is accepted, or when the time is over', async () => {
    const batchId = await set('grid/activePowerkW');
    const waiting = ask(`${FLEET}/batches/${batchId}?wait=accepted&timeout=50`);
    await report(null);
    await report();
    await expect(waiting).resolves.toMatchObject({ status: 200, body: { state: 'accepted' } });
    const other = await set('grid/activePowerkW');
    const vain = ask(`${FLEET}/batches/${other}?wait=accepted&timeout=1`);
    await expect(vain).resolves.toMatchObject({ status: 200, body: { state: 'pending' } });
  });

  it('of a batch that many wait for is read once for each signal', async () => {
    const batchId = await set('grid/activePowerkW');
    waits.listening = 0;
    const path = `${FLEET}/batches/${batchId}?wait=accepted&timeout=50`;
    const asked = Array.from({ length: 50 }, () => ask(path));
    const all = (reads: number) =>
      lookUntil(
        () => Promise.resolve(waits),
        ({ listening, reading, reads: done }) => listening === 50 && reading === 0 && done.length >= reads,
      );
    await all(1);
    for (let sent = 0; sent < 3; sent += 1) {
      waits.reads = [];
      signals.send(siteId, 'report');
      await all(2);
      expect(waits.reads).toEqual([readBatch, readDeliveryFacts]);
    }
    await report();
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ body: { state: 'accepted' } });
  });

  it.each([
    ['its grant is taken back', 404, () => store.write(removeGrant, { clientId: CLIENT, siteId })],
    ['its client is disabled', 401, () => store.write(changeClient, { clientId: CLIENT, isEnabled: false, now })],
  ])('of a batch is told to nobody who waits for it when %s: %i', async (_title, status, takeBack) => {
    const batchId = await set('grid/activePowerkW');
    const waiting = ask(`${FLEET}/batches/${batchId}?wait=accepted&timeout=50`);
    await expect(batch(batchId)).resolves.toMatchObject({ state: 'pending' });
    await takeBack();
    await report();
    await expect(waiting).resolves.toMatchObject({ status });
    await store.write(changeClient, { clientId: CLIENT, isEnabled: true, now });
    await store.write(putGrant, { clientId: CLIENT, siteId, canSchedule: true });
  });

  it('is not there without a grant, and asks for nothing unknown', async () => {
    const hidden = await newSite();
    for (const path of [`sites/${hidden}/delivery`, `sites/x/delivery`, `batches/${randomUUID()}`, 'batches/x']) {
      await expect(ask(`${FLEET}/${path}`)).resolves.toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    const batchId = await set('grid/activePowerkW');
    for (const query of ['wait=done', 'timeout=5', 'wait=accepted&timeout=56', 'wait=accepted&timeout=x', 'a=b']) {
      await expect(ask(`${FLEET}/batches/${batchId}?${query}`)).resolves.toMatchObject({ status: 400 });
    }
  });

  it('keys may have an end, which is in the future', async () => {
    const path = `${FLEET}/sites/${siteId}/keys`;
    const past = await ask(`${path}?endsAt=2029-12-31T10:00:00Z`, 'POST');
    expect(past).toMatchObject({ status: 400, body: { message: 'endsAt: is in the past' } });
    await expect(ask(`${path}?endsAt=tomorrow`, 'POST')).resolves.toMatchObject({ status: 400 });
    const added = await ask(`${path}?endsAt=2031-01-01T01:00:00%2B01:00`, 'POST');
    expect(added).toMatchObject({ status: 201, body: { endsAt: '2031-01-01T00:00:00.000Z' } });
    const { body } = await ask(path);
    const ends = body.keys.map(({ endsAt }: { endsAt: unknown }) => endsAt);
    expect(new Set(ends)).toEqual(new Set([null, '2031-01-01T00:00:00.000Z']));
    await ask(`${path}/${added.body.keyId}`, 'DELETE');
  });

  it('keys are two at most, listed without themselves, and revoked once', async () => {
    const path = `${FLEET}/sites/${siteId}/keys`;
    const added = await ask(path, 'POST');
    expect(added).toMatchObject({ status: 201, body: { controllerKey: expect.stringMatching(/^sck_[\w-]{43}$/) } });
    await expect(ask(path, 'POST')).resolves.toMatchObject({ status: 409 });
    const { body } = await ask(path);
    expect(body.keys).toHaveLength(2);
    expect(Object.keys(body.keys[0])).toEqual(['keyId', 'createdAt', 'lastUsedAt', 'endsAt', 'certificateThumbprints']);
    const isSignalled = new Promise((resolve) => {
      signals.listen(siteId, resolve);
    });
    await expect(ask(`${path}/${added.body.keyId}`, 'DELETE')).resolves.toMatchObject({ status: 204 });
    await expect(isSignalled).resolves.toBe('keys');
    await expect(ask(`${path}/${added.body.keyId}`, 'DELETE')).resolves.toMatchObject({ status: 404 });
    await expect(ask(path, 'POST')).resolves.toMatchObject({ status: 201 });
    await expect(ask(`${FLEET}/sites/${randomUUID()}/keys`)).resolves.toMatchObject({ status: 404 });
  });

  function counted(real: Store): Store {
    return {
      ...real,
      read(transaction, input) {
        waits.reading += 1;
        waits.reads.push(transaction);
        return real.read(transaction, input).finally(() => (waits.reading -= 1));
      },
    };
  }

  function countedSignals(real: SiteSignals): SiteSignals {
    return {
      ...real,
      listen(...listening) {
        waits.listening += 1;
        return real.listen(...listening);
      },
    };
  }

  async function newSite(): Promise<SiteId> {
    const id = randomUUID() as string as SiteId;
    await addedSite(store, now, { siteId: id, siteName: id });
    return id;
  }

  async function set(pair: PairName, hours = [10]): Promise<BatchId> {
    const { asset, type } = namesOfPair(pair);
    const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour)).toISOString();
    const entries = hours.map((hour) => ({ startAt: at(hour), endAt: at(hour + 1), value: 5 }));
    const batchId = randomUUID() as string as BatchId;
    const parsed = parseBatch({ schedules: [{ asset, type, entries }] });
    const outcome = await store.write(applySchedules, { siteId, clientId: CLIENT, batchId, now, batch: parsed });
    expect(outcome.kind).toBe('accepted');
    return batchId;
  }

  async function report(revision?: string | null, rejected: KnownRejection[] = []): Promise<void> {
    sequence += 1;
    const applied = revision === undefined ? ((await store.read(readRevision, { siteId })) ?? null) : revision;
    const said = { session: 's', sequence, clockOffsetMs: 0, revision: applied, rejected };
    await store.write(recordReport, { siteId, now, ...said });
    signals.send(siteId, 'report');
  }

  async function site() {
    return (await ask(`${FLEET}/sites/${siteId}/delivery`)).body;
  }

  async function entryStates(): Promise<unknown[]> {
    return (await site()).commands[0].entries.map(({ state }: { state: unknown }) => state);
  }

  async function batch(batchId: BatchId) {
    return (await ask(`${FLEET}/batches/${batchId}`)).body;
  }

  async function ask(url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') {
    const { statusCode, body } = await app.inject({ method, url });
    return { status: statusCode, body: body === '' ? undefined : JSON.parse(body) };
  }
});
