import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { askRaw } from './raw/ask-raw.ts';
import { outcomeOf, startKeptSite } from './kept-site.ts';
import { signIn } from '../support/service/sign-in.ts';
import { startedForTests } from '../support/service/serve-tests.ts';

const SITES = '/api/v1/public/sites';
const HOUR = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00Z', value: 1 };
const command = (value: number) => ({ asset: 'bess', type: 'activePowerkW', entries: [{ ...HOUR, value }] });
const text = (...schedules: object[]) => JSON.stringify({ schedules });

const kept = startedForTests(() => startKeptSite());

describe('what is read', () => {
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

  it('is compressed only for a client that asks, with a tag of its own', async () => {
    const siteId = await kept.operator.addSite('long');
    const entries = Array.from({ length: 200 }, (_, ms) => ({
      startAt: new Date(ms).toISOString(),
      endAt: new Date(ms + 1).toISOString(),
      value: ms,
    }));
    expect((await kept.post(siteId, text({ ...command(1), entries }))).status).toBe(201);
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

  it.each(['-1', 'x', '"1"', '1.0', '1, 1'])('on the version may not be %j', async (version) => {
    const response = await kept.post(kept.siteId, text(command(1)), { 'If-Schedule-Version': version });
    expect(await outcomeOf(response)).toEqual([400, 'bad_request']);
  });

  it('of a key has one effect, however often it is sent', async () => {
    const siteId = await kept.operator.addSite('keys');
    const key = { 'Idempotency-Key': 'key-1' };
    const answers = await Promise.all([1, 2, 3].map(() => kept.post(siteId, text(command(1)), key)));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(2);
    expect((await kept.post(siteId, text(command(2)))).status).toBe(201);
    const replayed = await kept.post(siteId, text(command(1)), { ...key, 'If-Schedule-Version': '0' });
    expect([replayed.status, await replayed.json()]).toEqual([201, bodies[0]]);
    expect((await kept.operator.getSite(siteId)).body).toMatchObject({ schedules: [command(2)] });
  });

  it('of a key is good for one request, of one client', async () => {
    const siteId = await kept.operator.addSite('more keys');
    const key = { 'Idempotency-Key': 'key-2' };
    expect((await kept.post(siteId, text(command(1)), key)).status).toBe(201);
    expect(await outcomeOf(await kept.post(siteId, text(command(2)), key))).toEqual([422, 'idempotency_conflict']);
    const elsewhere = await kept.operator.addSite('elsewhere');
    expect(await outcomeOf(await kept.post(elsewhere, text(command(1)), key))).toEqual([422, 'idempotency_conflict']);
    const added = await kept.operator.ask('/api/v1/fleet/clients', { method: 'POST', body: { clientName: 'other' } });
    const other = added.body as { clientId: string; clientSecret: string };
    await kept.operator.ask(`/api/v1/fleet/clients/${other.clientId}/grants`, {
      method: 'PUT',
      body: { allSites: true, can: 'schedule' },
    });
    const token = `Bearer ${await signIn(kept.service.url, other)}`;
    const own = await kept.post(siteId, text(command(3)), { ...key, Authorization: token });
    expect([own.status, own.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  });

  it('of a key is not used up by a refusal', async () => {
    const siteId = await kept.operator.addSite('refused');
    const key = { 'Idempotency-Key': 'key-3' };
    expect((await kept.post(siteId, '{}', key)).status).toBe(400);
    expect((await kept.post(siteId, text(command(1)), { ...key, 'If-Schedule-Version': '9' })).status).toBe(412);
    const first = await kept.post(siteId, text(command(1)), key);
    expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  });
});
