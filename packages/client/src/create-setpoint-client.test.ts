import { describe, expect, it } from 'vitest';
import { createSetpointClient } from './create-setpoint-client.ts';
import { SetpointError } from './setpoint-error.ts';

const SITE = '11111111-2222-4333-8444-555555555555';

// A service that gives the answers listed; it issues the tokens token-1, token-2, …
function scripted(...answers: Response[]) {
  const seen: { method: string; path: string; authorization: string | null; body: string }[] = [];
  let issued = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    if (pathname === '/oauth/token') {
      issued += 1;
      return Response.json({ access_token: `token-${issued}`, token_type: 'Bearer', expires_in: 3_600, scope: '' });
    }
    const body = await request.text();
    const authorization = request.headers.get('authorization');
    seen.push({ method: request.method, path: pathname + search, authorization, body });
    return answers.shift() ?? new Response(null, { status: 204 });
  };
  const options = { url: 'http://setpoint.test/', clientId: 'c', clientSecret: 's', fetch, tries: 1 };
  return { client: createSetpointClient(options), options, seen };
}

function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error, message: 'no' }, { status, headers });
}

async function failureOf(promise: Promise<unknown>): Promise<SetpointError> {
  const cause: unknown = await promise.catch((thrown: unknown) => thrown);
  if (cause instanceof SetpointError) return cause;
  throw new Error('no SetpointError was thrown', { cause });
}

describe('the client', () => {
  it('sends the batch as it is, with its conditions, and returns what the headers say', async () => {
    const headers = { 'Schedule-Version': '7', 'Idempotency-Replayed': 'true' };
    const { client, seen } = scripted(Response.json({ batchId: SITE, accepted: 1 }, { status: 201, headers }));
    const schedules = [{ asset: 'grid', type: 'upperLimitkW', entries: [] }] as const;
    const sent = schedules.map((command) => ({ ...command, entries: [...command.entries] }));
    const result = await client.setSchedules(SITE, sent, { idempotencyKey: 'k', ifScheduleVersion: 6 });
    expect(result).toEqual({ batchId: SITE, accepted: 1, scheduleVersion: 7, isReplayed: true });
    expect(seen).toEqual([
      {
        method: 'POST',
        path: `/api/v1/public/sites/${SITE}/schedules`,
        authorization: 'Bearer token-1',
        body: JSON.stringify({ schedules }),
      },
    ]);
  });

  it('asks about a window of time as it is given, an offset included', async () => {
    const { client, seen } = scripted(Response.json({ siteId: SITE }), Response.json({ sites: [] }));
    const window = { from: '2030-01-01T00:00:00+01:00', to: '2030-01-02T00:00:00+01:00' };
    await expect(client.fleet.readPlan(SITE, window)).resolves.toEqual({ siteId: SITE });
    await client.fleet.readHeadroom(SITE, { ...window, resolution: 60 });
    await client.fleet.validate(SITE, [], { plan: window });
    expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', `/api/v1/fleet/sites/${SITE}/plan?${new URLSearchParams(window).toString()}`, ''],
      ['GET', `/api/v1/fleet/sites/${SITE}/headroom?${new URLSearchParams(window).toString()}&resolution=60`, ''],
      [
        'POST',
        `/api/v1/fleet/sites/${SITE}/schedules/validate?plan=true&${new URLSearchParams(window).toString()}`,
        '{"schedules":[]}',
      ],
    ]);
  });

  it('does not repeat a request under a token that it cannot renew', async () => {
    const { options, seen } = scripted(refusal(401, 'unauthorized'));
    const client = createSetpointClient({ url: options.url, fetch: options.fetch, token: 'mine' });
    expect((await failureOf(client.listSites())).code).toBe('unauthorized');
    expect(seen.map((request) => request.authorization)).toEqual(['Bearer mine']);
  });

  it('throws every refusal as one error with status, code, request id and what became of the batch', async () => {
    const headers = { 'X-Request-Id': 'r-1', 'Batch-Outcome': 'unknown' };
    const { client } = scripted(refusal(500, 'internal_server_error', headers));
    expect(await failureOf(client.setSchedules(SITE, []))).toMatchObject({
      status: 500,
      code: 'internal_server_error',
      requestId: 'r-1',
      batchOutcome: 'unknown',
    });
  });

  it('takes an answer that is no JSON for a failure, with either status', async () => {
    const page = (status: number) => new Response('<html>', { status });
    const { client } = scripted(page(200), page(502));
    expect(await failureOf(client.listSites())).toMatchObject({ status: 200, code: 'unexpected_answer' });
    expect(await failureOf(client.listSites())).toMatchObject({ status: 502, code: 'unexpected_answer' });
  });

  it('gives up when the answer takes too long', async () => {
    const fetch: typeof globalThis.fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        const signal = init?.signal;
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const client = createSetpointClient({ url: 'http://setpoint.test', token: 'mine', timeoutMs: 5, tries: 1, fetch });
    expect(await failureOf(client.listSites())).toMatchObject({ status: 0, code: 'timeout' });
  });

  it('walks through all pages of a list', async () => {
    const site = (siteName: string) => ({ siteId: SITE, siteName, timeZone: 'UTC', createdAt: '' });
    const { client, seen } = scripted(
      Response.json({ sites: [site('a'), site('b')], nextCursor: 'x&y' }),
      Response.json({ sites: [site('c')], nextCursor: null }),
    );
    const names: string[] = [];
    for await (const one of client.registry.sites()) names.push(one.siteName);
    expect(names).toEqual(['a', 'b', 'c']);
    expect(seen.map((request) => request.path)).toEqual([
      '/api/v1/fleet/sites?limit=1000',
      '/api/v1/fleet/sites?limit=1000&cursor=x%26y',
    ]);
  });

  it('escapes what it puts into a path', async () => {
    const { client, seen } = scripted();
    await client.registry.removeSite('../clients', 'a&b');
    expect(seen.map((request) => request.path)).toEqual(['/api/v1/fleet/sites/..%2Fclients?name=a%26b']);
  });
});

const EVENTS = '/api/v1/fleet/events';

function streamed(text: string, ending: 'ends' | 'breaks' = 'ends'): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (text !== '') {
        controller.enqueue(new TextEncoder().encode(text));
        text = '';
      } else if (ending === 'ends') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const event = (id: string, end = '\n') => [`id: ${id}`, `data: {"id":"${id}"}`, '', ''].join(end);

async function idsOf(events: AsyncIterable<object>) {
  const ids: unknown[] = [];
  for await (const one of events) ids.push('id' in one && one.id);
  return ids;
}

describe('events', () => {
  it('are asked for again with a new token when the first is refused, once', async () => {
    const refused = () => refusal(401, 'unauthorized');
    const { client, seen } = scripted(refused(), streamed(event('1')), refused(), refused());
    await expect(idsOf(client.events({ follow: false, types: ['site.offline'] }))).resolves.toEqual(['1']);
    await expect(idsOf(client.events({ follow: false }))).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    expect(seen.map(({ authorization, path }) => `${authorization} ${path}`)).toEqual([
      `Bearer token-1 ${EVENTS}?types=site.offline&follow=false`,
      `Bearer token-2 ${EVENTS}?types=site.offline&follow=false`,
      `Bearer token-2 ${EVENTS}?follow=false`,
      `Bearer token-3 ${EVENTS}?follow=false`,
    ]);
  });

  it('go on where a connection broke, whatever ends its lines', async () => {
    const { client, seen } = scripted(
      streamed(`id: 0\r\n\r\n${event('1', '\r\n')}id: 2\r\n`, 'breaks'),
      streamed(event('2')),
    );
    await expect(idsOf(client.events({ follow: false }))).resolves.toEqual(['1', '2']);
    expect(seen.map(({ path }) => path)).toEqual([`${EVENTS}?follow=false`, `${EVENTS}?after=1&follow=false`]);
  });
});
