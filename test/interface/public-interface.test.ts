import { describe, expect, it } from 'vitest';
import { KEPT, outcomeOf, startKeptSite } from './kept-site.ts';
import { startedForTests } from '../support/service/serve-tests.ts';

const SITES = '/api/v1/public/sites';
const HEALTH = '/api/v1/public/health';
const HOUR = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00Z', value: 1 };
const command = (value: number) => ({ asset: 'bess', type: 'activePowerkW', entries: [{ ...HOUR, value }] });
const text = (...schedules: object[]) => JSON.stringify({ schedules });

const kept = startedForTests(() => startKeptSite());

describe('a body', () => {
  it.each([
    ['application/json', 400],
    ['application/json; charset=utf-8', 400],
    ['Application/JSON;charset="UTF-8"', 400],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=utf-8; q=1', 415],
    ['application/problem+json', 415],
    ['application/jsonx', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=a', 415],
    ['', 415],
  ])('of type %j is looked at or not: %d', async (type, status) => {
    const response = await kept.post(kept.siteId, Buffer.from('{}'), { 'Content-Type': type });
    expect(await outcomeOf(response)).toEqual([status, status === 415 ? 'unsupported_media_type' : 'bad_request']);
  });

  it.each(['gzip', 'identity', 'br', 'x'])('encoded as %s is not taken', async (encoding) => {
    const response = await kept.post(kept.siteId, '{}', { 'Content-Encoding': encoding });
    expect(await outcomeOf(response)).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    [4 * 1024 * 1024, 400, 'bad_request'],
    [4 * 1024 * 1024 + 1, 413, 'payload_too_large'],
  ])('of %d bytes, announced or in chunks, gets %d', async (bytes, status, error) => {
    const body = Buffer.alloc(bytes, ' ');
    expect(await outcomeOf(await kept.post(kept.siteId, body))).toEqual([status, error]);
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes; at += 65_536) controller.enqueue(body.subarray(at, at + 65_536));
        controller.close();
      },
    });
    expect(await outcomeOf(await kept.post(kept.siteId, chunks))).toEqual([status, error]);
  });

  it('with many faults is told the first ten, each with its place', async () => {
    const entries = Array.from({ length: 30 }, () => ({ ...HOUR, value: null }));
    const response = await kept.post(kept.siteId, text({ asset: 'wind', type: 'nothing', entries }));
    const { message } = (await response.json()) as { message: string };
    expect(message.match(/schedules\[0\]/g)).toHaveLength(10);
    expect(message).toContain('schedules[0].entries[7].value: must be number');
    expect(message).toMatch(/and 21 more$/);
  });

  it('refused in any of these ways left no trace', () => kept.expectUntouched());
});

describe('a path', () => {
  it.each([
    [HEALTH, ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD'],
    [SITES, ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD'],
    [`${SITES}/x`, ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD'],
    [`${SITES}/x/schedules`, ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'POST'],
    ['/oauth/token', ['GET', 'PUT', 'DELETE'], 'POST'],
  ])('%s says which methods it takes', async (path, methods, allowed) => {
    for (const method of methods) {
      const response = await kept.fetchFrom(path, { method });
      expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, allowed]);
      if (method !== 'HEAD') expect(await outcomeOf(response)).toEqual([405, 'method_not_allowed']);
    }
  });

  it.each([
    '/nothing',
    '/api/v1/public',
    '/api/v2/public/sites',
    `${SITES}/`,
    `${SITES}/x/y`,
    '/API/v1/public/health',
    '/api/v1/public/Sites',
  ])('%s leads nowhere', async (path) =>
    expect(await outcomeOf(await kept.fetchFrom(path))).toEqual([404, 'not_found']),
  );

  it('names a site in either letter case, and percent-encoded', async () => {
    const { siteId } = kept;
    const encoded = `%${siteId.charCodeAt(0).toString(16)}${siteId.slice(1)}`;
    for (const name of [siteId, siteId.toUpperCase(), encoded]) {
      const response = await kept.fetchFrom(`${SITES}/${name}`);
      expect(await response.json()).toMatchObject({ siteId, schedules: KEPT });
    }
  });

  it.each([
    '00000000-0000-0000-0000-000000000000',
    'not-a-uuid',
    "1'or'1",
    '%00',
    '%F0%9F%94%8C',
    'a'.repeat(300),
    '..%2F..',
  ])('of site %s is no site', async (name) => {
    expect(await outcomeOf(await kept.fetchFrom(`${SITES}/${name}`))).toEqual([404, 'not_found']);
    expect(await outcomeOf(await kept.post(name, text(command(1))))).toEqual([404, 'not_found']);
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const path of [SITES, `${SITES}/${kept.siteId}`]) {
      const [got, head] = [await kept.fetchFrom(path), await kept.fetchFrom(path, { method: 'HEAD' })];
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['Content-Type', 'ETag', 'Schedule-Version', 'Vary']) {
        expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
      }
    }
  });
});

describe('a schedule', () => {
  it('has a tag that lasts until something changes', async () => {
    const siteId = await kept.operator.addSite('tagged');
    const path = `${SITES}/${siteId}`;
    const tag = (await kept.fetchFrom(path)).headers.get('ETag') ?? '';
    const again = await kept.fetchFrom(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect(again.headers.get('Content-Length')).toBeNull();
    expect((await kept.post(siteId, text(command(1)))).status).toBe(201);
    const changed = await kept.fetchFrom(path, { headers: { 'If-None-Match': tag } });
    expect([changed.status, changed.headers.get('ETag') === tag]).toEqual([200, false]);
    expect((await kept.post(siteId, text({ ...command(1), entries: [] }))).status).toBe(201);
    expect((await kept.fetchFrom(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  });

  it('that has moved on since it was read is not set: one of several is let through', async () => {
    const siteId = await kept.operator.addSite('versions');
    const version = (await kept.operator.getSite(siteId)).headers.get('Schedule-Version') ?? '';
    const answers = await Promise.all(
      [1, 2, 3, 4].map((value) => kept.post(siteId, text(command(value)), { 'If-Schedule-Version': version })),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 412, 412, 412]);
    const stale = await kept.post(siteId, text(command(5)), { 'If-Schedule-Version': version });
    expect(stale.headers.get('Schedule-Version')).toBe(String(Number(version) + 1));
    expect(await outcomeOf(stale)).toEqual([412, 'precondition_failed']);
    const next = String(Number(version) + 1);
    const fresh = await kept.post(siteId, text(command(6)), { 'If-Schedule-Version': next });
    expect([fresh.status, fresh.headers.get('Schedule-Version')]).toEqual([201, String(Number(version) + 2)]);
  });
});

describe('every answer', () => {
  it('carries the security headers and a name', async () => {
    const wrong = { Authorization: 'Bearer x' };
    const answers = await Promise.all([
      kept.fetchFrom(HEALTH),
      kept.fetchFrom(SITES),
      kept.fetchFrom(SITES, { headers: wrong }),
      kept.fetchFrom(`${SITES}/x`),
      kept.fetchFrom('/nothing'),
      kept.fetchFrom('/%zz'),
      kept.fetchFrom(SITES, { method: 'DELETE' }),
      kept.post(kept.siteId, '{}'),
    ]);
    for (const { headers } of answers) {
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('private, no-cache');
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('X-Powered-By')).toBeNull();
    }
    const names = answers.map(({ headers }) => headers.get('X-Request-Id'));
    expect(new Set(names).size).toBe(answers.length);
    expect(names).not.toContain(null);
  });

  it.each([
    ['mine-1.a:b_c', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['a b', false],
    ['"', false],
    ['', false],
  ])('carries the name that its request had, %j: %s', async (name, isKept) => {
    const given = (await kept.fetchFrom(HEALTH, { headers: { 'X-Request-Id': name } })).headers.get('X-Request-Id');
    expect(given === name).toBe(isKept);
  });
});
