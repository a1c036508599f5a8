import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS, type ScheduleSnapshot, type SiteId } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticateController } from '../../identity/keys/authenticate-controller.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import { buildHttp } from '../../http/server/build-http.ts';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { addSite } from '../../registry/sites/add-site.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import type { Store } from '../../store/store.ts';
import { openStoreIn } from '../../../testing/open-test-store.ts';
import { testBudget } from '../../../testing/test-budget.ts';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { httpsBinding } from './https-binding.ts';
import { rememberSnapshots } from '../snapshots/remember-snapshots.ts';

const SITE = randomUUID() as string as SiteId;
const KEY = makeSecret('sck_');
const START = Date.UTC(2030, 0, 1, 10);
const HOUR = 3_600_000;
const HOURS_SET = 200;

describe('a schedule of 200 hours over HTTPS', () => {
  let folder: string;
  let store: Store;
  let app: FastifyInstance;
  let now = START;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-polled-'));
    store = await openStoreIn(folder);
    const controllerKey = { keyId: randomUUID(), keyHash: KEY.hash };
    await store.write(addSite, { siteId: SITE, siteName: 'Nordhafen', timeZone: 'UTC', controllerKey, now });
    const entries = Array.from({ length: HOURS_SET }, (_, hour) => {
      return { startAt: instantText(START + hour * HOUR), endAt: instantText(START + (hour + 1) * HOUR), value: hour };
    });
    await setSchedules(store, SITE, { now, schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const serving = {
      store,
      now: () => now,
      signals: createSiteSignals(),
      budget: testBudget(),
      clockOffsets: new Map(),
    };
    const authenticateController = createAuthenticateController({ ...serving, onFailure: raise });
    const snapshots = rememberSnapshots(serving);
    httpsBinding(app, { ...serving, snapshots, metrics: gatewayMetrics(createMetrics()), authenticateController });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('is compressed for who asks for that, under the name of the same revision', async () => {
    const plain = await get('', { 'accept-encoding': 'identity' });
    const packed = await get('', { 'accept-encoding': 'gzip' });
    expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(packed.body).toEqual(plain.body);
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    const tags = [plain, packed].map(({ headers }) => headers.get('etag') ?? '');
    expect(tags).toEqual([`"${plain.body.revision}"`, `W/"${plain.body.revision}"`]);
    for (const tag of tags) expect((await get('', { 'if-none-match': tag })).status).toBe(304);
  });

  it('is cut where its controller does not look any more, and goes on as time does', async () => {
    const { body } = await get('?horizonHours=24');
    expect(body.commands[0]?.entries.map(({ value }) => value)).toEqual(Array.from({ length: 25 }, (_, hour) => hour));
    const known = { 'if-none-match': `"${body.revision}"` };
    expect((await get('?horizonHours=24', known)).status).toBe(304);
    expect((await report(body.revision)).revision).toBe(body.revision);
    now = START + HOUR;
    const { revision } = await report(body.revision);
    expect(revision).not.toBe(body.revision);
    const later = await get('?horizonHours=24', known);
    expect([later.body.revision, later.body.commands[0]?.entries.at(-1)?.value]).toEqual([revision, 25]);
    now = START;
  });

  it.each(['0', '8785', '1.5', '-1', 'day'])('is not cut at %s hours', async (hours) => {
    expect((await get(`?horizonHours=${hours}`)).status).toBe(400);
  });

  async function get(query: string, headers: Record<string, string> = {}) {
    return ask(PATHS.controllerSchedule + query, { headers });
  }

  async function report(revision: string): Promise<{ revision: string }> {
    const schedule = { revision, rejected: [] };
    const body = JSON.stringify({ session: 's', sequence: now, sentAt: new Date(now).toISOString(), schedule });
    const headers = { 'content-type': 'application/json' };
    return (await ask(PATHS.controllerReport, { method: 'POST', headers, body })).body;
  }

  async function ask(path: string, { headers, ...init }: RequestInit) {
    const response = await fetch(app.listeningOrigin + path, {
      ...init,
      headers: { authorization: `Bearer ${KEY.text}`, ...(headers as Record<string, string>) },
    });
    const text = await response.text();
    const body = (text === '' ? undefined : JSON.parse(text)) as ScheduleSnapshot;
    return { status: response.status, headers: response.headers, body };
  }
});

function raise(cause: unknown): never {
  throw cause;
}
