import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askRaw } from './harness/ask-raw.ts';
import { KEPT, type KeptSite, startKeptSite } from './harness/kept-site.ts';
import { signIn } from './harness/sign-in.ts';

const SITES = '/api/v1/public/sites';
const HEALTH = '/api/v1/public/health';
const HOUR = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00Z', value: 1 };
const command = (value: number) => ({ asset: 'bess', type: 'activePowerkW', entries: [{ ...HOUR, value }] });

let kept: KeptSite;

beforeAll(async () => {
  kept = await startKeptSite();
});

afterAll(() => kept[Symbol.asyncDispose]());

type HeaderList = Readonly<Record<string, string>>;

function fetchFrom(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(kept.service.url + path, {
    ...init,
    headers: { Authorization: `Bearer ${kept.token}`, ...(init.headers as HeaderList) },
  });
}

function post(siteId: string, body: RequestInit['body'], headers: HeaderList = {}): Promise<Response> {
  const path = `${SITES}/${siteId}/schedules`;
  return fetchFrom(path, {
    method: 'POST',
    body: body ?? null,
    headers: { 'Content-Type': 'application/json', ...headers },
    duplex: 'half',
  });
}

async function outcome(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as { error?: string };
  return error === undefined ? [response.status] : [response.status, error];
}

const text = (...schedules: object[]) => JSON.stringify({ schedules });

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
    const response = await post(kept.siteId, Buffer.from('{}'), { 'Content-Type': type });
    expect(await outcome(response)).toEqual([status, status === 415 ? 'unsupported_media_type' : 'bad_request']);
  });

  it.each(['gzip', 'identity', 'br', 'x'])('encoded as %s is not taken', async (encoding) => {
    const response = await post(kept.siteId, '{}', { 'Content-Encoding': encoding });
    expect(await outcome(response)).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    [4 * 1024 * 1024, 400, 'bad_request'],
    [4 * 1024 * 1024 + 1, 413, 'payload_too_large'],
  ])('of %d bytes, announced or in chunks, gets %d', async (bytes, status, error) => {
    const body = Buffer.alloc(bytes, ' ');
    expect(await outcome(await post(kept.siteId, body))).toEqual([status, error]);
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes; at += 65_536) controller.enqueue(body.subarray(at, at + 65_536));
        controller.close();
      },
    });
    expect(await outcome(await post(kept.siteId, chunks))).toEqual([status, error]);
  });

  it('that is never sent is not waited for when its size alone is too much', async () => {
    const head =
      `POST ${SITES}/${kept.siteId}/schedules HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${kept.token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 4194305\r\n\r\n';
    const [answer] = await askRaw(kept.service.url, { parts: [head] });
    expect([answer?.status, answer?.headers.get('connection')]).toEqual([413, 'close']);
  });

  it('with many faults is told the first ten, each with its place', async () => {
    const entries = Array.from({ length: 30 }, () => ({ ...HOUR, value: null }));
    const response = await post(kept.siteId, text({ asset: 'wind', type: 'nothing', entries }));
    const { message } = (await response.json()) as { message: string };
    expect(message.match(/schedules\[0\]/g)).toHaveLength(10);
    expect(message).toContain('schedules[0].entries[7].value: must be number');
    expect(message).toMatch(/and 21 more$/);
  });

  it('is not judged before the caller is known, the site found and access given', async () => {
    const nothing = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
    const wrong = { 'Content-Type': 'text/plain' };
    expect(await outcome(await post(kept.siteId, 'x', { ...wrong, Authorization: '' }))).toEqual([401, 'unauthorized']);
    expect(await outcome(await post(nothing, 'x', { ...wrong, Authorization: '' }))).toEqual([401, 'unauthorized']);
    expect(await outcome(await post(nothing, 'x', wrong))).toEqual([404, 'not_found']);
    expect(await outcome(await post('no-uuid', 'x', wrong))).toEqual([404, 'not_found']);
    const added = await kept.operator.ask('/api/v1/fleet/clients', { method: 'POST', body: { clientName: 'c' } });
    const token = await signIn(kept.service.url, added.body as { clientId: string; clientSecret: string });
    const stranger = { ...wrong, Authorization: `Bearer ${token}` };
    expect(await outcome(await post(kept.siteId, 'x', stranger))).toEqual([403, 'forbidden']);
    expect(await outcome(await post(nothing, 'x', stranger))).toEqual([404, 'not_found']);
    expect(await outcome(await post(kept.siteId, 'x', wrong))).toEqual([415, 'unsupported_media_type']);
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
      const response = await fetchFrom(path, { method });
      expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, allowed]);
      if (method !== 'HEAD') expect(await outcome(response)).toEqual([405, 'method_not_allowed']);
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
  ])('%s leads nowhere', async (path) => expect(await outcome(await fetchFrom(path))).toEqual([404, 'not_found']));

  it('names a site in either letter case, and percent-encoded', async () => {
    const { siteId } = kept;
    const encoded = `%${siteId.charCodeAt(0).toString(16)}${siteId.slice(1)}`;
    for (const name of [siteId, siteId.toUpperCase(), encoded]) {
      const response = await fetchFrom(`${SITES}/${name}`);
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
    expect(await outcome(await fetchFrom(`${SITES}/${name}`))).toEqual([404, 'not_found']);
    expect(await outcome(await post(name, text(command(1))))).toEqual([404, 'not_found']);
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const path of [SITES, `${SITES}/${kept.siteId}`]) {
      const [got, head] = [await fetchFrom(path), await fetchFrom(path, { method: 'HEAD' })];
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['Content-Type', 'ETag', 'Schedule-Version', 'Vary']) {
        expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
      }
    }
  });
});

describe('every answer', () => {
  it('carries the security headers and a name', async () => {
    const wrong = { Authorization: 'Bearer x' };
    const answers = await Promise.all([
      fetchFrom(HEALTH),
      fetchFrom(SITES),
      fetchFrom(SITES, { headers: wrong }),
      fetchFrom(`${SITES}/x`),
      fetchFrom('/nothing'),
      fetchFrom('/%zz'),
      fetchFrom(SITES, { method: 'DELETE' }),
      post(kept.siteId, '{}'),
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
    const given = (await fetchFrom(HEALTH, { headers: { 'X-Request-Id': name } })).headers.get('X-Request-Id');
    expect(given === name).toBe(isKept);
  });
});

describe('what is read', () => {
  it('has a tag that lasts until something changes', async () => {
    const siteId = await kept.operator.addSite('tagged');
    const path = `${SITES}/${siteId}`;
    const tag = (await fetchFrom(path)).headers.get('ETag') ?? '';
    const again = await fetchFrom(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect(again.headers.get('Content-Length')).toBeNull();
    expect((await post(siteId, text(command(1)))).status).toBe(201);
    const changed = await fetchFrom(path, { headers: { 'If-None-Match': tag } });
    expect([changed.status, changed.headers.get('ETag') === tag]).toEqual([200, false]);
    expect((await post(siteId, text({ ...command(1), entries: [] }))).status).toBe(201);
    expect((await fetchFrom(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  });

  it('is compressed only for a client that asks, with a tag of its own', async () => {
    const siteId = await kept.operator.addSite('long');
    const entries = Array.from({ length: 200 }, (_, ms) => ({
      startAt: new Date(ms).toISOString(),
      endAt: new Date(ms + 1).toISOString(),
      value: ms,
    }));
    expect((await post(siteId, text({ ...command(1), entries }))).status).toBe(201);
    const ask = async (accepted: string, more = '') => {
      const head = `GET ${SITES}/${siteId} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${kept.token}\r\n`;
      const [answer] = await askRaw(kept.service.url, {
        parts: [`${head}Accept-Encoding: ${accepted}\r\n${more}\r\n`],
      });
      if (answer === undefined) throw new Error('no answer');
      return answer;
    };
    const [plain, packed] = [await ask('identity'), await ask('gzip')];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.has('content-encoding')).toBe(false);
    expect(gunzipSync(Buffer.from(packed.body, 'latin1')).toString()).toBe(plain.body);
    const [plainTag, packedTag] = [plain, packed].map(({ headers }) => headers.get('etag') ?? '');
    expect(packedTag).not.toBe(plainTag);
    expect((await ask('gzip;q=0')).body).toBe(plain.body);
    expect((await ask('br')).body).toBe(plain.body);
    expect((await ask('gzip', `If-None-Match: ${packedTag}\r\n`)).status).toBe(304);
    expect((await ask('gzip', `If-None-Match: ${plainTag}\r\n`)).status).toBe(200);
    expect((await ask('identity', `If-None-Match: ${plainTag}\r\n`)).status).toBe(304);
  });
});

describe('a condition', () => {
  it('on the version lets one of two through', async () => {
    const siteId = await kept.operator.addSite('versions');
    const version = (await kept.operator.getSite(siteId)).headers.get('Schedule-Version') ?? '';
    const answers = await Promise.all(
      [1, 2, 3, 4].map((value) => post(siteId, text(command(value)), { 'If-Schedule-Version': version })),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 412, 412, 412]);
    const stale = await post(siteId, text(command(5)), { 'If-Schedule-Version': version });
    expect(await outcome(stale)).toEqual([412, 'precondition_failed']);
    const next = String(Number(version) + 1);
    const fresh = await post(siteId, text(command(6)), { 'If-Schedule-Version': next });
    expect([fresh.status, fresh.headers.get('Schedule-Version')]).toEqual([201, String(Number(version) + 2)]);
  });

  it.each(['-1', 'x', '"1"', '1.0', '1, 1'])('on the version may not be %j', async (version) => {
    const response = await post(kept.siteId, text(command(1)), { 'If-Schedule-Version': version });
    expect(await outcome(response)).toEqual([400, 'bad_request']);
  });

  it('of a key has one effect, however often it is sent', async () => {
    const siteId = await kept.operator.addSite('keys');
    const key = { 'Idempotency-Key': 'key-1' };
    const answers = await Promise.all([1, 2, 3].map(() => post(siteId, text(command(1)), key)));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(2);
    expect((await post(siteId, text(command(2)))).status).toBe(201);
    const replayed = await post(siteId, text(command(1)), { ...key, 'If-Schedule-Version': '0' });
    expect([replayed.status, await replayed.json()]).toEqual([201, bodies[0]]);
    expect((await kept.operator.getSite(siteId)).body).toMatchObject({ schedules: [command(2)] });
  });

  it('of a key is good for one request, of one client', async () => {
    const siteId = await kept.operator.addSite('more keys');
    const key = { 'Idempotency-Key': 'key-2' };
    expect((await post(siteId, text(command(1)), key)).status).toBe(201);
    expect(await outcome(await post(siteId, text(command(2)), key))).toEqual([422, 'idempotency_conflict']);
    const elsewhere = await kept.operator.addSite('elsewhere');
    expect(await outcome(await post(elsewhere, text(command(1)), key))).toEqual([422, 'idempotency_conflict']);
    const added = await kept.operator.ask('/api/v1/fleet/clients', { method: 'POST', body: { clientName: 'other' } });
    const other = added.body as { clientId: string; clientSecret: string };
    await kept.operator.ask(`/api/v1/fleet/clients/${other.clientId}/grants`, {
      method: 'PUT',
      body: { allSites: true, can: 'schedule' },
    });
    const token = `Bearer ${await signIn(kept.service.url, other)}`;
    const own = await post(siteId, text(command(3)), { ...key, Authorization: token });
    expect([own.status, own.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  });

  it('of a key is not used up by a refusal', async () => {
    const siteId = await kept.operator.addSite('refused');
    const key = { 'Idempotency-Key': 'key-3' };
    expect((await post(siteId, '{}', key)).status).toBe(400);
    expect((await post(siteId, text(command(1)), { ...key, 'If-Schedule-Version': '9' })).status).toBe(412);
    const first = await post(siteId, text(command(1)), key);
    expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  });
});
