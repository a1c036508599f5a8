import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { AppError, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Refused } from '../../platform/refusal-record.ts';
import { StoreFailure } from '../../store/store.ts';
import { BadRequest } from '../../wire/bad-request.ts';
import { buildHttp } from '../server/build-http.ts';

const INFO = 30;
const ERROR = 50;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly err?: { readonly stack: string };
}

let app: FastifyInstance;
let asked: PromiseWithResolvers<void>;
let refused: Refused[];
let written: PromiseWithResolvers<Line>;

beforeEach(async () => {
  asked = Promise.withResolvers();
  written = Promise.withResolvers();
  const logger = pino({}, { write: (text: string) => written.resolve(JSON.parse(text) as Line) });
  refused = [];
  const nothing = () => undefined;
  const admission = { watch: nothing, proved: nothing, speaksFor: nothing, cutOff: nothing };
  const refusals = { note: (one: Refused) => void refused.push(one) };
  app = buildHttp({ logger, trustedProxies: [], tls: undefined, watched: { admission, refusals } });
  app.get('/work', async (_request, reply) => {
    asked.resolve();
    await once(reply.raw, 'close');
    throw new AppError('service_unavailable', 'nobody waits for the answer any more');
  });
  app.get('/full', () => {
    throw new AppError('service_unavailable', 'too much is asked just now');
  });
  app.all<{ Params: { outcome: 'not-applied' | 'unknown' } }>('/away/:outcome', ({ params: { outcome } }) => {
    throw new StoreFailure(outcome, 'deadlock detected', { isPassing: true });
  });
  app.get(PATHS.health, () => {
    throw new AppError('service_unavailable', 'the service is starting');
  });
  app.post(PATHS.schedules, () => {
    throw new BadRequest('a.b: is wrong; c: is wrong', [
      { rule: 'value', place: 'a.b', text: 'is wrong' },
      { rule: 'value', place: 'c', text: 'is wrong' },
    ]);
  });
  app.all('/broken', () => {
    throw new StoreFailure('not-applied', 'no such column');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const portOf = () => (app.server.address() as AddressInfo).port;

it('a caller that gave up is in the log at level info, without a stack', async () => {
  const caller = connect(portOf(), '127.0.0.1');
  caller.write('GET /work HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  caller.destroy();
  const line = await written.promise;
  expect(line).toMatchObject({ level: INFO, msg: 'the caller gave up' });
  expect(line.err).toBeUndefined();
});

it.each([
  ['a caller that waits and is not served', '/full', ERROR, /too much is asked just now/],
  ['health that is asked for too early', PATHS.health, INFO, undefined],
] as const)('%s is in the log, by its level with a stack: %s %d %s', async (_who, path, level, stack) => {
  expect((await fetch(`http://127.0.0.1:${portOf()}${path}`)).status).toBe(503);
  const line = await written.promise;
  expect(line.level).toBe(level);
  if (stack === undefined)
    expect([line.err, line.msg, line.reason]).toEqual([undefined, 'not healthy', 'the service is starting']);
  else expect([line.err?.stack, line.msg]).toEqual([expect.stringMatching(stack), 'service_unavailable']);
});

it('a batch that is refused is in the record, with its first problem', async () => {
  const response = await fetch(`http://127.0.0.1:${portOf()}/api/v1/public/sites/some/schedules`, { method: 'POST' });
  const requestId = response.headers.get('X-Request-Id');
  const details = { requestId, siteId: 'some', code: 'bad_request', problems: 2, problem: 'a.b: is wrong' };
  expect(refused).toMatchObject([{ kind: 'batch', details }]);
});

it.each([
  ['GET', '/away/not-applied', 503, '1', null],
  ['POST', '/away/not-applied', 503, '1', 'not-applied'],
  ['PUT', '/away/not-applied', 503, '1', null],
  ['POST', '/away/unknown', 500, null, 'unknown'],
  ['POST', '/broken', 500, '1', 'not-applied'],
  ['GET', '/broken', 500, null, null],
])('%s %s is answered by %d, Retry-After %j and Batch-Outcome %j', async (method, path, ...expected) => {
  const { status, headers } = await fetch(`http://127.0.0.1:${portOf()}${path}`, { method });
  expect([status, headers.get('Retry-After'), headers.get('Batch-Outcome')]).toEqual(expected);
});
