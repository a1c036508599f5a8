import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import type { StoredMeans } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticateController } from '../../identity/keys/authenticate-controller.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import { buildHttp } from '../../http/server/build-http.ts';
import { siteText } from '../../sites/site-text.ts';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { queryStore } from '../../../testing/query-store.ts';
import { openStoreIn } from '../../../testing/open-test-store.ts';
import type { Store } from '../../store/store.ts';
import { readSite } from '../../sites/read-site.ts';
import { latestApplied } from '../../delivery/latest-applied.ts';
import { readMeasurements } from '../../following/read-measurements.ts';
import { httpsBinding } from './https-binding.ts';
import { rememberSnapshots } from '../snapshots/remember-snapshots.ts';
import { createSiteSignals, type SiteSignals } from '../../platform/site-signals.ts';
import { addControllerKey } from '../../registry/keys/add-controller-key.ts';
import { addSite } from '../../registry/sites/add-site.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import { removeSite } from '../../registry/sites/remove-site.ts';
import { testBudget } from '../../../testing/test-budget.ts';
import { testFolder } from '../../../testing/test-folder.ts';

const SITE = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;
const KEY = makeSecret('sck_');
const START = Date.UTC(2030, 0, 1, 10);
const NOTHING_SET = '1.0.00000000';

describe('a controller over HTTPS', () => {
  let folder: string;
  let store: Store;
  let signals: SiteSignals;
  let app: FastifyInstance;
  let base: string;
  let now: number;

  beforeEach(async () => {
    now = START;
    folder = testFolder();
    store = await openStoreIn(folder);
    const controllerKey = { keyId: randomUUID(), keyHash: KEY.hash };
    await store.write(addSite, { siteId: SITE, siteName: 'Nordhafen', timeZone: 'UTC', controllerKey, now });
    signals = createSiteSignals();
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const authenticateController = createAuthenticateController({ store, now: () => now, onFailure: raise });
    const metrics = gatewayMetrics(createMetrics());
    const snapshots = rememberSnapshots({ store, now: () => now });
    const accepting = { store, signals, metrics, now: () => now, clockOffsets: new Map() };
    httpsBinding(app, { ...accepting, budget: testBudget(), snapshots, authenticateController });
    base = await app.listen({ host: '127.0.0.1', port: 0 });
  });

  afterEach(async () => {
    signals.stop();
    await app.close();
    await store.close();
  });

  it('gets the schedule under the name of its revision, and 304 while that is current', async () => {
    await set(100);
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe(`"${body.revision}"`);
    expect(body).toEqual({
      revision: expect.stringMatching(/^1\.1\.[\da-f]{8}$/),
      issuedAt: '2030-01-01T10:00:00.000Z',
      holdSeconds: null,
      commands: [
        {
          asset: 'grid',
          type: 'activePowerkW',
          entries: [{ startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T14:00:00.000Z', value: 100 }],
        },
      ],
      offers: ['orders'],
    });
    await expect(get({ 'if-none-match': `"${body.revision}"` })).resolves.toMatchObject({ status: 304 });
    await set(200);
    await expect(get({ 'if-none-match': `"${body.revision}"` })).resolves.toMatchObject({ status: 200 });
  });

  it('that waits for a change has it as soon as it is there', async () => {
    const waiting = get({ 'if-none-match': `"${NOTHING_SET}"`, prefer: 'respond-async, wait=50' });
    await set(100);
    await expect(waiting).resolves.toMatchObject({ status: 200, body: { commands: [{ type: 'activePowerkW' }] } });
  });

  it('that waits in vain is told so when its time is over, and at once when the service stops', async () => {
    const headers = { 'if-none-match': `"${NOTHING_SET}"`, prefer: 'wait=1' };
    await expect(get(headers)).resolves.toMatchObject({ status: 304 });
    const waiting = get({ ...headers, prefer: 'wait=50' });
    signals.stop();
    await expect(waiting).resolves.toMatchObject({ status: 304 });
  });

  it('is let in by its key alone', async () => {
    const strange = makeSecret('sck_').text;
    for (const authorization of ['', `Bearer ${strange}`, `Basic ${KEY.text}`, `Bearer ${KEY.text}x`]) {
      const answer = await get({ authorization });
      expect([authorization, answer.status, answer.headers.get('www-authenticate')]).toEqual([
        authorization,
        401,
        'Bearer',
      ]);
      await expect(report({ sequence: 1 }, { authorization })).resolves.toMatchObject({ status: 401 });
    }
    await store.write(removeSite, { siteId: SITE, siteName: 'Nordhafen', now: 0 });
    await expect(get()).resolves.toMatchObject({ status: 401 });
  });

  it('that reports is online, with the groups of its device tree', async () => {
    await expect(report({ sequence: 1 })).resolves.toMatchObject({
      status: 200,
      body: { revision: NOTHING_SET, serverTime: '2030-01-01T10:00:00.000Z' },
    });
    const site = await store.read(readSite, { siteId: SITE });
    expect(JSON.parse(site?.assets ?? '')).toMatchObject({
      bess: { id: `${SITE}:bess`, type: 'bess', activePowerkW: -20, availableStorageCapacitykWh: 200, soc: 55 },
      solar: null,
    });
    await expect(isOnlineAt(START + 90_000)).resolves.toBe(true);
    await expect(isOnlineAt(START + 90_001)).resolves.toBe(false);
  });

  it('may leave out what did not change, and repeat and mix up what it sent', async () => {
    await report({ sequence: 5 });
    now += 30_000;
    await report({ sequence: 6, devices: undefined });
    expect((await store.read(readSite, { siteId: SITE }))?.assets).toContain('"activePowerkW":-20');
    now += 30_000;
    for (const sequence of [6, 5, 0]) await expect(report({ sequence })).resolves.toMatchObject({ status: 200 });
    await report({ session: 'second', sequence: 0 });
    now += 30_000;
    await expect(report({ session: 'first', sequence: 99 })).resolves.toMatchObject({ status: 200 });
    expect(await stored('SELECT session, sequence, reported_at FROM site_state')).toEqual([
      { session: 'second', sequence: 0, reported_at: START + 60_000 },
    ]);
  });

  it('that says goodbye is offline, but not by the goodbye of a session before', async () => {
    await report({ session: 'first', sequence: 0 });
    await report({ session: 'second', sequence: 0 });
    await expect(goodbye('first')).resolves.toBe(204);
    await expect(isOnlineAt(now)).resolves.toBe(true);
    await expect(goodbye('second')).resolves.toBe(204);
    await expect(isOnlineAt(now)).resolves.toBe(false);
    await report({ session: 'third', sequence: 0 });
    await expect(isOnlineAt(now)).resolves.toBe(true);
  });

  it('is told what is wrong with a report, which then counts for nothing but is kept as the last error', async () => {
    const wrong: [object, string][] = [
      [{ sentAt: '2030-01-01T10:00:00' }, 'sentAt'],
      [{ sequence: -1 }, 'sequence'],
      [{ schedule: undefined }, 'schedule'],
      [{ devices: { ...tree, soc: 101 } }, 'soc'],
      [{ devices: { ...tree, children: [{ ...battery, rated_power_upper_limit_kW: undefined }] } }, 'upper_limit'],
      [{ devices: { ...tree, uid: 'a\0' } }, 'U+0000'],
    ];
    for (const [changes, place] of wrong) {
      const answer = await report({ sequence: 1, ...changes });
      expect([place, answer.status, answer.body.message]).toEqual([place, 400, expect.stringContaining(place)]);
    }
    const twice = await report({ sequence: -1, session: 1 });
    expect(twice.body.message.split(';')).toHaveLength(1);
    await expect(isOnlineAt(now)).resolves.toBe(false);
    expect(await stored('SELECT reported_at, protocol_errors, protocol_error_at FROM site_state')).toEqual([
      { reported_at: null, protocol_errors: wrong.length + 1, protocol_error_at: START },
    ]);
    await report({ sequence: 1 });
    expect(await stored('SELECT protocol_error FROM site_state')).toEqual([
      { protocol_error: 'session: must be string' },
    ]);
  });

  it('leaves behind the means of each minute and each quarter of an hour', async () => {
    for (const [sequence, power] of [10, 30, 50].entries()) {
      await report({ sequence, devices: { ...tree, children: [{ ...battery, active_power_kw: power }] } });
      now += 30_000;
    }
    const asked = { siteId: SITE, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const means = async (minutes: number) =>
      (await store.read(readMeasurements, { ...asked, minutes })).map((each) => firstsOf(each));
    expect(await means(1)).toEqual([
      [0, [2, 20]],
      [60_000, [1, 50]],
    ]);
    // The last number has a bit for each minute that brought a value: the first two.
    expect(await means(15)).toEqual([[0, [3, expect.closeTo(30, 9), 0b11]]]);
    // What is over has rows, and the clock may go back to it.
    for (const at of [1_000, 901_000]) {
      now = START + at;
      await report({ sequence: 2 + at, devices: { ...tree, children: [{ ...battery, active_power_kw: 20 }] } });
    }
    expect(await stored('SELECT slot_at FROM measurement')).toHaveLength(3);
    expect((await means(1))[0]).toEqual([0, [3, 20]]);
  });

  it('leaves behind when each version of the schedule was first applied', async () => {
    const before = await get();
    await set(1);
    const first = await get();
    await report({ sequence: 1, schedule: { revision: before.body.revision, rejected: [] } });
    await report({ sequence: 2, schedule: { revision: '1.9.ffffffff', rejected: [] } });
    await report({ sequence: 3, schedule: { revision: '2.1.ffffffff', rejected: [] } });
    now += 1_000;
    await report({ sequence: 4, schedule: { revision: first.body.revision, rejected: [] } });
    now += 1_000;
    await report({ sequence: 5, schedule: { revision: first.body.revision, rejected: [] } });
    const [state] = await stored('SELECT applied FROM site_state');
    expect(latestApplied(String(state?.['applied']))).toEqual([
      { epoch: 1, version: 0, at: START },
      { epoch: 1, version: 1, at: START + 1_000 },
    ]);
  });

  it('is let go from its poll when its key ends', async () => {
    now = Date.now();
    const { text, hash: keyHash } = makeSecret('sck_');
    const endsAt = now + 700;
    await store.write(addControllerKey, { siteId: SITE, keyId: randomUUID(), keyHash, now, endsAt });
    const headers = { authorization: `Bearer ${text}`, 'if-none-match': `"${NOTHING_SET}"` };
    await expect(get({ ...headers, prefer: 'wait=1' })).resolves.toMatchObject({ status: expect.any(Number) });
    await expect.poll(async () => (await get({ ...headers, prefer: 'wait=50' })).status).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
  });

  async function set(value: number): Promise<void> {
    const entry = { startAt: '2030-01-01T11:00:00+01:00', endAt: '2030-01-01T14:00:00Z', value };
    await setSchedules(store, SITE, { now, schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }] });
    signals.send(SITE, 'schedule');
  }

  async function isOnlineAt(instant: number): Promise<boolean> {
    const site = await store.read(readSite, { siteId: SITE });
    if (site === undefined) throw new Error('no site');
    return siteText(site, { now: instant, timeoutMs: 90_000 }).includes('"isOnline":true');
  }

  async function get(headers: Record<string, string> = {}) {
    return ask('/api/v1/controller/schedule', { headers });
  }

  async function report(changes: object, headers: Record<string, string> = {}) {
    const body = JSON.stringify({
      session: 'first',
      sentAt: new Date(now).toISOString(),
      schedule: null,
      devices: tree,
      ...changes,
    });
    const type = { 'content-type': 'application/json' };
    return ask('/api/v1/controller/report', { method: 'POST', headers: { ...type, ...headers }, body });
  }

  async function goodbye(session: string): Promise<number> {
    return (await ask(`/api/v1/controller/session/${session}`, { method: 'DELETE' })).status;
  }

  async function ask(path: string, { headers, ...init }: RequestInit) {
    const response = await fetch(base + path, {
      ...init,
      headers: { authorization: `Bearer ${KEY.text}`, ...(headers as Record<string, string>) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  function stored(sql: string): Promise<Record<string, unknown>[]> {
    return queryStore(folder, sql);
  }
});

const battery = {
  uid: 'b1',
  node_type: 'Device',
  device_type: 'bess',
  children: [],
  rated_power_upper_limit_kW: 100,
  rated_power_lower_limit_kW: -100,
  active_power_kw: -20,
  available_storage_capacity_kWh: 200,
  soc: 55,
};
const tree = { uid: 'site', node_type: 'Dispatcher', device_type: 'ems', children: [battery] };
const firstsOf = ({ slotAt, means }: StoredMeans) => [slotAt - START, means.bess?.powerKw];

function raise(cause: unknown): never {
  throw cause;
}
