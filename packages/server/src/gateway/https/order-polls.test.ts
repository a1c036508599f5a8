import { randomUUID } from 'node:crypto';
import { PATHS, type SiteId } from '@setpoint/contract';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildHttp } from '../../http/server/build-http.ts';
import { createAuthenticateController } from '../../identity/keys/authenticate-controller.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { createSiteSignals, type SiteSignals } from '../../platform/site-signals.ts';
import { addSite } from '../../registry/sites/add-site.ts';
import { openTestStore } from '../../../testing/open-test-store.ts';
import { testBudget } from '../../../testing/test-budget.ts';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { httpsBinding } from './https-binding.ts';
import { rememberSnapshots } from '../snapshots/remember-snapshots.ts';
import { createOrderPolls, type OrderPolls } from './order-polls.ts';

const SITE = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;
const OTHER = '00000000-0000-4000-8000-0000000000bb' as string as SiteId;
const MINUTE = 60_000;

describe('polls for orders', () => {
  let now: number;
  let nodes: { readonly signals: SiteSignals; readonly polls: OrderPolls }[];
  let relayed: number;

  beforeEach(() => {
    now = Date.UTC(2030, 0, 1);
    relayed = 0;
    nodes = [1, 2].map(() => {
      const signals = createSiteSignals();
      return { signals, polls: createOrderPolls({ signals, now: () => now }) };
    });
    nodes[0]?.signals.relayTo((siteId, signal) => {
      relayed += 1;
      nodes[1]?.signals.sendHere(siteId, signal);
    });
  });
  const isHeard = (node: number, siteId = SITE) => nodes[node]?.polls.isHeard(siteId);

  it('are missed once there was none for three minutes', () => {
    for (let passed = 0; passed <= 3; passed += 1) {
      expect(isHeard(0)).toBe(true);
      now += MINUTE;
    }
    expect(isHeard(0)).toBe(false);
    nodes[0]?.polls.note(OTHER);
    expect(isHeard(0)).toBe(false);
    nodes[0]?.polls.note(SITE);
    expect(isHeard(0)).toBe(true);
  });

  it('are not missed of a controller that was away, or took no orders', () => {
    nodes[0]?.polls.note(SITE);
    expect(isHeard(0)).toBe(true);
    now += 10 * MINUTE;
    expect(isHeard(0)).toBe(true);
    now += 2 * MINUTE;
    expect(isHeard(0)).toBe(true);
    now += 2 * MINUTE;
    expect(isHeard(0)).toBe(false);
  });

  it('count on every node, and are told to the others once a minute', () => {
    expect(isHeard(1)).toBe(true);
    for (let passed = 0; passed < 5 * MINUTE; passed += 1_000) {
      nodes[0]?.polls.note(SITE);
      now += 1_000;
      expect(isHeard(1)).toBe(true);
    }
    expect(relayed).toBe(5);
    for (let passed = 0; passed < 4; passed += 1) {
      now += MINUTE;
      isHeard(1);
    }
    expect(isHeard(1)).toBe(false);
  });
});

it('that a controller says it makes, and does not, are a trouble of its site until it does', async () => {
  let at = Date.UTC(2030, 0, 1);
  const now = () => at;
  const { store, query, close } = await openTestStore('SQLite');
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  const { text: key, hash: keyHash } = makeSecret('sck_');
  const controllerKey = { keyId: randomUUID(), keyHash };
  await store.write(addSite, { siteId: SITE, siteName: 'Nordhafen', timeZone: 'UTC', controllerKey, now: at });
  const authenticateController = createAuthenticateController({ store, now, onFailure: () => undefined });
  const accepting = { store, signals: createSiteSignals(), metrics: gatewayMetrics(createMetrics()), now };
  const snapshots = rememberSnapshots({ store, now });
  const rest = { clockOffsets: new Map(), budget: testBudget(), snapshots, authenticateController };
  httpsBinding(app, { ...accepting, ...rest });
  const headers = { authorization: `Bearer ${key}` };
  let sequence = 0;
  async function troublesAfter(ms: number): Promise<unknown> {
    at += ms;
    sequence += 1;
    const sentAt = new Date(at).toISOString();
    const payload = { session: 's', sequence, sentAt, schedule: null, takes: ['orders'] };
    await app.inject({ method: 'POST', url: PATHS.controllerReport, headers, payload });
    const [row] = await query('SELECT troubles FROM site_state');
    return row?.['troubles'];
  }
  expect(await troublesAfter(0)).toBeNull();
  for (const minute of [1, 2, 3]) expect([minute, await troublesAfter(MINUTE)]).toEqual([minute, null]);
  expect(await troublesAfter(MINUTE)).toContain('orders_not_taken');
  await app.inject({ method: 'GET', url: PATHS.controllerOrder, headers });
  expect(await troublesAfter(MINUTE)).toBeNull();
});
