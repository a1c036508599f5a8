import { describe, expect, it } from 'vitest';
import { OPERATIONS, PATHS } from '@setpoint/contract';
import { worldOfTests } from '../../../testing/open-world.ts';

const DESK = 'https://desk.example.com';
const EVIL = 'https://evil.example';
const SITE = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
const SHOWN = 'Batch-Outcome, Idempotency-Replayed, Retry-After, Schedule-Version, X-Request-Id';
const OPEN = /^\/(?:api\/v1\/(?:public|fleet)\/|oauth\/token$|\.well-known\/jwks\.json$)/;

const world = await worldOfTests({ settings: { SETPOINT_CORS_ORIGINS: `${DESK}, http://localhost:5173` } });
const token = await world.token('sites:read fleet:admin');

async function ask(base: string, path: string, init: RequestInit = {}) {
  const response = await fetch(base + path, { ...init, signal: AbortSignal.timeout(20_000) });
  const { status, headers } = response;
  await response.body?.cancel();
  const cors = [...headers].filter(([name]) => name.startsWith('access-control-'));
  return { status, vary: headers.get('vary'), cors: Object.fromEntries(cors) };
}

function preflight(base: string, path: string, method: string, origin = DESK) {
  const headers = { Origin: origin, 'Access-Control-Request-Method': method };
  return ask(base, path.replaceAll(/:\w+/g, SITE), { method: 'OPTIONS', headers });
}

const granted = { 'access-control-allow-origin': DESK, 'access-control-expose-headers': SHOWN };

describe('pages of an origin that is named', () => {
  it.each([
    ['GET', PATHS.site, 'Authorization, If-None-Match'],
    ['POST', PATHS.schedules, 'Authorization, Content-Type, If-Schedule-Version, Idempotency-Key'],
    ['PATCH', PATHS.fleetSiteSchedules, 'Authorization, Content-Type, If-Schedule-Version, Idempotency-Key'],
    ['GET', PATHS.fleetEvents, 'Authorization, Last-Event-ID'],
    ['DELETE', PATHS.fleetHold, 'Authorization'],
    ['POST', PATHS.token, 'Authorization, Content-Type'],
  ])('may ask %s %s with the headers that it takes: %s', async (method, path, names) => {
    expect(await preflight(world.base, path, method)).toEqual({
      status: 204,
      vary: 'Origin',
      cors: {
        ...granted,
        'access-control-allow-methods': method,
        'access-control-allow-headers': names,
        'access-control-max-age': '7200',
      },
    });
  });

  it('may read every answer, also where it is refused or written piece by piece', async () => {
    const headers = { Origin: DESK, Authorization: `Bearer ${token}` };
    const stream = `${PATHS.fleetEvents}?follow=false`;
    const asked = [
      [PATHS.sites, 200, 'Origin, Accept-Encoding'],
      [PATHS.health, 204, 'Origin'],
      [stream, 200, 'Origin'],
      [PATHS.site.replace(':siteId', SITE), 404, 'Origin'],
      ['/api/v1/fleet/nowhere', 404, 'Accept, Origin'],
      [PATHS.token, 405, 'Origin'],
    ] as const;
    for (const [path, status, vary] of asked) {
      const encoded = { ...headers, 'Accept-Encoding': 'identity' };
      expect([path, await ask(world.base, path, { headers: encoded })]).toEqual([
        path,
        { status, vary, cors: granted },
      ]);
    }
    expect(await ask(world.base, PATHS.sites, { headers: { Origin: DESK } })).toMatchObject({
      status: 401,
      cors: granted,
    });
  });
});

it('pages of every other origin are told nothing, but that it depends on them', async () => {
  for (const origin of [EVIL, 'null', `${DESK}.evil.example`, DESK.toUpperCase(), 'http://desk.example.com']) {
    expect(await preflight(world.base, PATHS.sites, 'GET', origin)).toEqual({ status: 204, vary: 'Origin', cors: {} });
    const headers = { Origin: origin, Authorization: `Bearer ${token}` };
    expect(await ask(world.base, PATHS.health, { headers })).toEqual({ status: 204, vary: 'Origin', cors: {} });
  }
});

it('no origin may use what is of the console, of controllers or of nobody', async () => {
  const others = OPERATIONS.map(({ path }) => path).filter((path) => !OPEN.test(path));
  expect(others.length).toBeGreaterThan(4);
  for (const path of [...others, '/', '/session', '/session/token', '/session/links', '/nowhere']) {
    expect([path, (await preflight(world.base, path, 'POST')).cors]).toEqual([path, {}]);
    expect([path, (await ask(world.base, path, { headers: { Origin: DESK } })).cors]).toEqual([path, {}]);
  }
});

it('with a star, every origin may call, and still none with cookies', async () => {
  const { base } = await world.startAnother({ SETPOINT_CORS_ORIGINS: '*' });
  const told = await preflight(base, PATHS.sites, 'GET', EVIL);
  expect(told).toMatchObject({ status: 204, vary: null, cors: { 'access-control-allow-origin': '*' } });
  expect(Object.keys(told.cors)).not.toContain('access-control-allow-credentials');
});

it('without the setting, no answer says a word of origins, and a preflight is refused as any method that is not there', async () => {
  const { base } = await world.startAnother();
  expect(await preflight(base, PATHS.sites, 'GET')).toEqual({ status: 405, vary: null, cors: {} });
  const headers = { Origin: EVIL, Authorization: `Bearer ${token}` };
  for (const path of new Set([...OPERATIONS.map((row) => row.path), '/', '/docs', '/session', '/nowhere'])) {
    const asked = [
      await preflight(base, path, 'POST', EVIL),
      await ask(base, path.replaceAll(/:\w+/g, SITE), { headers }),
    ];
    expect([path, ...asked.map(({ cors }) => cors)]).toEqual([path, {}, {}]);
  }
});
