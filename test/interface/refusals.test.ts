import { connectAsync } from 'mqtt';
import { beforeAll, expect, it } from 'vitest';
import { mqttUrlOf } from '../support/site/foreign-controller.ts';
import { ServiceClient, type SiteLogin } from '../support/service/service-client.ts';
import { serveTests } from '../support/service/serve-tests.ts';

const WRONG = 'scs_a-wrong-secret';
const STRANGER = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';

const world = serveTests({ env: { SETPOINT_TRUSTED_PROXIES: '127.0.0.1' } });
let site: SiteLogin;

beforeAll(async () => {
  site = await world.operator.registerSite('Nordhafen');
});

/** The lines of the log about refusals, without what every line has. */
function lines(): Record<string, unknown>[] {
  const all = world.service.output().split('\n');
  const own = all.filter((line) => line.includes('"refusal"'));
  const parsed = own.map((line) => JSON.parse(line) as Record<string, unknown>);
  return parsed.map(({ time: _time, pid: _pid, hostname: _host, ...line }) => line);
}

async function ask(path: string, requestId: string, options: RequestInit = {}): Promise<number> {
  const headers = {
    'X-Request-Id': requestId,
    'X-Forwarded-For': '198.51.100.7',
    ...(options.headers as Record<string, string>),
  };
  return (await fetch(world.service.url + path, { ...options, headers })).status;
}

it('each failed login and each refusal is one line of the log and one more in the figures', async () => {
  const form = { grant_type: 'client_credentials', client_id: STRANGER, client_secret: WRONG };
  const origin = { Origin: world.service.url, 'Content-Type': 'application/json' };
  const asJson = { method: 'POST', headers: origin };
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const key = bearer(site.controllerKey);
  expect([
    await ask('/oauth/token', 'a', { method: 'POST', body: new URLSearchParams(form) }),
    await ask('/api/v1/public/sites', 'b', bearer(WRONG)),
    await ask('/api/v1/controller/schedule', 'c', bearer(WRONG)),
    await ask('/session', 'd', { ...asJson, body: JSON.stringify({ secret: WRONG }) }),
    await ask('/session/token', 'e', asJson),
    await ask('/session/token', 'f', { method: 'POST', headers: { Origin: 'https://evil.example' } }),
    await ask('/api/v1/controller/schedule', 'g', key),
  ]).toEqual([401, 401, 401, 401, 401, 403, 200]);
  const options = { clientId: site.siteId, username: site.siteId, password: WRONG, reconnectPeriod: 0 };
  await expect(connectAsync(mqttUrlOf(world.service), options, false)).rejects.toThrow(
    'Connection refused: Bad username or password',
  );
  const seen = { level: 40, msg: 'refused', address: '198.51.100.7', code: 'unauthorized' };
  const post = { ...seen, method: 'POST' };
  expect(lines()).toEqual([
    { ...post, refusal: 'failed_login', requestId: 'a', route: '/oauth/token', claimed: STRANGER },
    { ...seen, refusal: 'failed_token', requestId: 'b', route: '/api/v1/public/sites', method: 'GET' },
    { ...seen, refusal: 'failed_key', requestId: 'c', route: '/api/v1/controller/schedule', method: 'GET' },
    { ...post, refusal: 'failed_session', requestId: 'd', route: '/session' },
    { ...post, refusal: 'failed_session', requestId: 'e', route: '/session/token' },
    { ...post, refusal: 'forbidden', requestId: 'f', route: '/session/token', code: 'forbidden' },
    { level: 40, msg: 'refused', refusal: 'mqtt_login', address: '127.0.0.1', claimed: site.siteId },
  ]);
  expect(world.service.output()).not.toContain(WRONG);
  const opsUrl = /operations +(\S+)/.exec(world.service.output())?.[1];
  const figures = await (await fetch(`${opsUrl}/metrics`)).text();
  const expected = { failed_login: 1, failed_token: 1, failed_key: 1, failed_session: 2, forbidden: 1, mqtt_login: 1 };
  for (const [kind, count] of Object.entries(expected)) {
    expect(figures).toContain(`\nsetpoint_refusals_total{kind="${kind}"} ${count}\n`);
  }
});

it('who is known is named, whatever is refused', async () => {
  const answer = await world.operator.ask('/api/v1/fleet/clients', { method: 'POST', body: { clientName: 'reader' } });
  const { clientId, clientSecret } = answer.body as { clientId: string; clientSecret: string };
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const token = await fetch(`${world.service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: text } = (await token.json()) as { access_token: string };
  const reader = new ServiceClient(world.service.url, text);
  expect((await reader.ask('/api/v1/fleet/clients', { headers: { 'X-Request-Id': 'reader-1' } })).status).toBe(403);
  const sender = `client ${clientId}`;
  expect(lines().at(-1)).toMatchObject({ refusal: 'forbidden', sender, requestId: 'reader-1', address: '127.0.0.1' });
});
