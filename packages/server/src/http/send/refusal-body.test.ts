import { type IncomingMessage, request as ask } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { AppError } from '@setpoint/contract';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ofTests } from '../../../testing/of-tests.ts';
import { BadRequest } from '../../wire/bad-request.ts';
import { buildHttp } from '../server/build-http.ts';

const FLEET = '/api/v1/fleet/wrong';
const PROBLEMS = [{ rule: 'empty_interval', place: 'to', message: 'to must be after from' }];
const PLAIN = JSON.stringify({ error: 'bad_request', message: 'to must be after from', problems: PROBLEMS });

const app = await ofTests(buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined }));
const problem = { rule: 'empty_interval', place: 'to', text: 'to must be after from' } as const;
for (const path of [FLEET, '/api/v1/public/wrong']) {
  app.get(path, () => {
    throw new BadRequest(problem.text, [problem]);
  });
}
app.get('/api/v1/fleet/none', () => {
  throw new AppError('not_found', 'there is no such site');
});
await app.listen({ host: '127.0.0.1', port: 0 });

describe('a refusal of the fleet interface', () => {
  it.each([
    'application/problem+json',
    'Application/Problem+JSON; charset=utf-8',
    'application/json, application/problem+json',
    'application/json;q=0.5, application/problem+json;q=0.5',
    'text/csv, application/problem+json;q=0.1, */*;q=0.01',
    '*/*, application/problem+json',
  ])('is problem details for who accepts %s', async (accept) => {
    const { status, headers, text } = await refused(FLEET, accept);
    expect([status, headers['content-type'], headers.vary]).toEqual([400, 'application/problem+json', 'Accept']);
    expect(JSON.parse(text)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'to must be after from',
      instance: headers['x-request-id'],
      code: 'bad_request',
      problems: PROBLEMS,
    });
  });

  it.each(['application/*', 'application/json, application/problem+json;q=0.9', 'application/problem+json;q=0'])(
    'is as it always was for who accepts %s',
    async (accept) => {
      const { headers, text } = await refused(FLEET, accept);
      expect([headers['content-type'], headers.vary, text]).toEqual([
        'application/json; charset=utf-8',
        'Accept',
        PLAIN,
      ]);
    },
  );

  it('has no problems when it is no 400, and one for a path that is not there', async () => {
    const { text } = await refused('/api/v1/fleet/none', 'application/problem+json', { 'X-Request-Id': 'a:b' });
    const about = { type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found' };
    expect(JSON.parse(text)).toEqual({ ...about, detail: 'there is no such site', instance: 'a%3Ab' });
    const missing = await refused('/api/v1/fleet/nowhere', 'application/problem+json');
    expect(JSON.parse(missing.text)).toMatchObject({ ...about, detail: 'there is nothing at this path' });
  });

  it('is one of the two, whatever is in the header, and never an error', async () => {
    const word = fc.constantFrom(
      'application/problem+json',
      'application/json',
      '*/*',
      ';',
      ',',
      'q=',
      '1',
      '0',
      ' ',
      '"',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word), async (words) => {
        const { status, headers, text } = await refused(FLEET, words.join(''));
        const isDetails = headers['content-type'] === 'application/problem+json';
        expect([status, 'code' in (JSON.parse(text) as object)]).toEqual([400, isDetails]);
        if (!isDetails) expect([headers['content-type'], text]).toEqual(['application/json; charset=utf-8', PLAIN]);
      }),
    );
  });
});

it('a refusal of the public interface is as it always was, whatever is accepted', async () => {
  const { headers, text } = await refused('/api/v1/public/wrong', 'application/problem+json');
  expect([headers['content-type'], headers.vary, text]).toEqual([
    'application/json; charset=utf-8',
    undefined,
    '{"error":"bad_request","message":"to must be after from"}',
  ]);
});

async function refused(path: string, accept: string, more: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo;
  const headers = { ...more, Accept: accept };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  ask({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end();
  const answer = await promise;
  return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer) };
}
