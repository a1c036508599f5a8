import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSetpointClient } from '../create-setpoint-client.ts';
import { SetpointError } from '../setpoint-error.ts';

const SITE = '11111111-2222-4333-8444-555555555555';

type Scripted = Response | 'broken';

// A service that gives the answers listed, and breaks connections; what was sent is kept.
function scripted(...answers: Scripted[]) {
  const seen: { readonly call: string; readonly key: string | null; readonly body: string }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const key = request.headers.get('idempotency-key');
    seen.push({ call: `${request.method} ${pathname}`, key, body: await request.text() });
    const answer = answers.shift() ?? Response.json({ error: 'internal_server_error' }, { status: 500 });
    if (answer === 'broken') throw new TypeError('fetch failed');
    return answer;
  };
  return { seen, client: createSetpointClient({ url: 'http://setpoint.test', token: 'mine', fetch }) };
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: `error_${status}`, message: 'no' }, { status, headers });
const isSet = () =>
  Response.json({ batchId: SITE, accepted: 1 }, { status: 201, headers: { 'Schedule-Version': '2' } });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it did not fail'),
    (cause: unknown) => cause as SetpointError,
  );

describe('a request that failed', () => {
  // The pauses between tries have a length by chance.
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  it.each<[string, Scripted]>([
    ['nothing answered', 'broken'],
    ['429', refusal(429, { 'Retry-After': '0' })],
    ['500', refusal(500)],
    ['502, of a proxy', new Response('<html>', { status: 502 })],
    ['503', refusal(503, { 'Retry-After': '0', 'Batch-Outcome': 'unknown' })],
    ['504', refusal(504)],
  ])('that set schedules is sent again under its key: %s', async (_name, first) => {
    const { client, seen } = scripted(first, isSet());
    expect(await client.setSchedules(SITE, [])).toMatchObject({ scheduleVersion: 2 });
    expect(seen).toHaveLength(2);
    expect(seen[0]?.key).toMatch(/^[\x21-\x7e]{20,255}$/);
    expect(seen[1]).toEqual(seen[0]);
  });

  it('is sent under the key that the caller gave, and each batch under another one', async () => {
    const { client, seen } = scripted('broken', isSet(), isSet(), isSet());
    await client.splice(SITE, { from: 'a', to: 'b', schedules: [] }, { idempotencyKey: 'mine' });
    await client.setSchedules(SITE, []);
    await client.setSchedules(SITE, []);
    const [one, two, three, four] = seen.map(({ key }) => key);
    expect([one, two]).toEqual(['mine', 'mine']);
    expect(new Set([three, four, null]).size).toBe(3);
  });

  it.each([400, 401, 403, 404, 409, 412, 413, 422])('is not sent again after %i', async (status) => {
    const { client, seen } = scripted(refusal(status));
    expect(await failure(client.setSchedules(SITE, []))).toMatchObject({ status, batchOutcome: undefined });
    expect(seen).toHaveLength(1);
  });

  it('is given up after four tries, and says that it may have been set, with the key to find out', async () => {
    const { client, seen } = scripted('broken', 'broken', refusal(503), refusal(503), isSet());
    const error = await failure(client.setSchedules(SITE, []));
    expect(error).toMatchObject({ status: 503, batchOutcome: 'unknown', idempotencyKey: seen[0]?.key, message: 'no' });
    expect(seen).toHaveLength(4);
  });

  it('leaves nothing open once the service has judged the batch', async () => {
    const { client } = scripted('broken', refusal(400));
    expect(await failure(client.setSchedules(SITE, []))).toMatchObject({ status: 400, batchOutcome: undefined });
  });

  it('stays open when the token ran out before the service judged it', async () => {
    const { client } = scripted('broken', refusal(401));
    expect(await failure(client.setSchedules(SITE, []))).toMatchObject({ status: 401, batchOutcome: 'unknown' });
  });

  it('that makes something new is sent again only if it certainly was not taken', async () => {
    const made = () => Response.json({ siteId: SITE }, { status: 201 });
    const patient = scripted(refusal(429), refusal(503, { 'Batch-Outcome': 'not-applied' }), made());
    await patient.client.registry.addSite({ siteName: 'a' });
    expect(patient.seen.map(({ key }) => key)).toEqual([null, null, null]);
    for (const first of ['broken', refusal(500), refusal(503, { 'Batch-Outcome': 'unknown' })] as const) {
      const { client, seen } = scripted(first, made());
      expect(await failure(client.registry.addSite({ siteName: 'a' }))).toBeInstanceOf(SetpointError);
      expect(seen).toHaveLength(1);
    }
  });

  it('is not waited for longer than a minute', async () => {
    const { client, seen } = scripted(refusal(429, { 'Retry-After': '7200' }));
    expect(await failure(client.listSites())).toMatchObject({ status: 429, retryAfterSeconds: 7_200 });
    expect(seen).toHaveLength(1);
  });
});

describe('a portfolio of any size', () => {
  const batches = (count: number, entries: number) =>
    Array.from({ length: count }, (_, index) => ({
      siteId: String(index),
      schedules: [
        {
          asset: 'grid' as const,
          type: 'activePowerkW' as const,
          entries: { startAt: 'a', stepMinutes: 15, values: Array<number>(entries).fill(1) },
        },
      ],
    }));
  const answerOf = (first: number, count: number) =>
    Response.json({
      parentBatchId: null,
      accepted: count,
      results: Array.from({ length: count }, (_, at) => ({ siteId: String(first + at), status: 201 })),
    });
  const sizes = (seen: readonly { readonly body: string }[]) =>
    seen.map(({ body }) => (JSON.parse(body) as { batches: unknown[] }).batches.length);

  it('is sent in parts of 1,000 sites under one key, and each site has its result', async () => {
    const { client, seen } = scripted(answerOf(0, 1_000), answerOf(1_000, 1_000), answerOf(2_000, 1));
    const results = await client.portfolio(batches(2_001, 1));
    expect(results.map(({ siteId }) => Number(siteId))).toEqual(Array.from({ length: 2_001 }, (_, index) => index));
    expect(sizes(seen)).toEqual([1_000, 1_000, 1]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  it('has smaller parts where sites have many entries', async () => {
    const { client, seen } = scripted(answerOf(0, 66), answerOf(66, 4));
    await client.portfolio(batches(70, 1_500));
    expect(sizes(seen)).toEqual([66, 4]);
  });

  it('counts entries in every form', async () => {
    const schedules = [
      {
        asset: 'grid' as const,
        type: 'activePowerkW' as const,
        entries: Array.from({ length: 60_000 }, () => ({ startAt: 'a', endAt: 'b', value: 1 })),
      },
    ];
    const { client, seen } = scripted(answerOf(0, 1), answerOf(1, 1));
    await client.portfolio(['0', '1'].map((siteId) => ({ siteId, schedules })));
    expect(sizes(seen)).toEqual([1, 1]);
  });

  it('that fails on the way says under which key to send all of it again', async () => {
    const { client, seen } = scripted(answerOf(0, 1_000), refusal(403));
    const error = await failure(client.portfolio(batches(1_001, 1), { idempotencyKey: 'k' }));
    expect(error).toMatchObject({ status: 403, batchOutcome: 'unknown', idempotencyKey: 'k' });
    expect(error.message).toBe('no; 1000 sites were sent before');
    expect(seen).toHaveLength(2);
  });

  it('has no key of its own where its batches have theirs', async () => {
    const { client, seen } = scripted(answerOf(0, 1), answerOf(0, 1));
    const [batch] = batches(1, 1);
    await client.setPortfolio({
      mode: 'each',
      batches: batch === undefined ? [] : [{ ...batch, idempotencyKey: 'k' }],
    });
    await client.setPortfolio({ mode: 'each', batches: batch === undefined ? [] : [batch] });
    expect(seen.map(({ key }) => key === null)).toEqual([true, false]);
  });
});
