import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { ofTest } from '../../../testing/of-tests.ts';
import { beginOperations } from './begin-operations.ts';
import { type Operations, createOperations, type Observed } from './create-operations.ts';
import { HTTP_TIMES } from '../server/http-times.ts';

const STILL_AFTER_MS = 2_000;
// For what is answered, and for what never is.
const PATIENT_MS = 60_000;
const IMPATIENT_MS = 100;
// As an orchestrator asks: from elsewhere, while this thread can do nothing until it is told of the last answer. What
// is asked before that has loaded all that asking needs.
const ASKING = `
const { parentPort, workerData: { url, isOver } } = require('node:worker_threads');
(async () => {
  await fetch(url);
  parentPort.postMessage('ready');
  const first = (await fetch(url)).status;
  let last = first;
  while (last === 200) last = (await fetch(url)).status;
  parentPort.postMessage({ first, last });
  Atomics.store(isOver, 0, 1);
  Atomics.notify(isOver, 0);
})();
`;

let operations: Operations;
const failures: unknown[] = [];

const NOTHING_WRONG = () => undefined;
const STARTED = { isReady: async () => true };

async function open(changes: Partial<Observed>, answerWithinMs = PATIENT_MS): Promise<string> {
  const shutdown = { isDraining: () => false };
  const observed = { metrics: createMetrics(), shutdown, onFailure: (cause: unknown) => failures.push(cause) };
  const patience = { times: HTTP_TIMES, stillAfterMs: STILL_AFTER_MS, answerWithinMs };
  operations = await ofTest(createOperations({ ...observed, ...changes }, beginOperations(), patience));
  const port = await operations.listen({ host: '127.0.0.1', port: 0, names: ['metrics.example.com'] });
  operations.serves(STARTED, NOTHING_WRONG);
  return `http://127.0.0.1:${port}`;
}

afterEach(() => void failures.splice(0));

it('is not ready before the start is over, and says what that is at', async () => {
  const observed = { metrics: createMetrics(), shutdown: { isDraining: () => false }, onFailure: () => undefined };
  const starting = await ofTest(createOperations(observed, beginOperations()));
  const url = `http://127.0.0.1:${await starting.listen({ host: '127.0.0.1', port: 0, names: [] })}/readyz`;
  const answer = async () => {
    const given = await fetch(url);
    return `${given.status} ${await given.text()}`;
  };
  expect(await answer()).toBe('503 starting\n');
  starting.starts('migrating: step 12 of 36');
  expect(await answer()).toBe('503 migrating: step 12 of 36\n');
  starting.serves(STARTED, NOTHING_WRONG);
  expect(await answer()).toBe('200 ready\n');
});

it('says that the process lives while its event loop is busy, and that it does not once it stands still', async () => {
  const url = await open({});
  const isOver = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const asking = new Worker(ASKING, { eval: true, workerData: { url: `${url}/livez`, isOver } });
  const told = new Promise<{ first: number; last: number }>((resolve) => {
    asking.on('message', (message) => {
      if (message !== 'ready') return resolve(message);
      Atomics.wait(isOver, 0, 0, PATIENT_MS);
    });
  });
  const { first, last } = await told;
  await asking.terminate();
  expect([first, last]).toEqual([200, 503]);
  const again = await fetch(`${url}/livez`);
  expect(again.status).toBe(200);
});

it.each(['/readyz', '/metrics'])('does not wait for ever for what %s asks of the rest of the process', async (path) => {
  const never = new Promise<never>(() => undefined);
  const metrics = { text: () => never, contentType: 'text/plain' };
  const url = await open({ metrics }, IMPATIENT_MS);
  operations.serves({ isReady: () => never }, NOTHING_WRONG);
  const answer = await fetch(`${url}${path}`);
  expect([answer.status, await answer.text()]).toEqual([503, 'no answer within 100 ms\n']);
});

it('asks the rest of the process once for all who ask meanwhile', async () => {
  let asked = 0;
  const text = async () => `figures ${(asked += 1)}\n`;
  const url = await open({ metrics: { text, contentType: 'text/plain; version=0.0.4' } });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // In one piece, so that both are there before either can be answered.
  socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answers = await textOf(socket);
  expect(answers.match(/^Content-Type: .*$|^figures \d$/gm)).toEqual([
    'Content-Type: text/plain; version=0.0.4',
    'figures 1',
    'Content-Type: text/plain; version=0.0.4',
    'figures 1',
  ]);
  expect(asked).toBe(1);
});

/** The status of an answer to who asks by this name; what `fetch` would name is the address. */
async function statusBy(url: string, host: string): Promise<number | undefined> {
  const asked = get(url, { headers: { host }, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

it('answers to its own names alone', async () => {
  const url = await open({ metrics: { text: async () => 'figures\n', contentType: 'text/plain' } });
  for (const path of ['/metrics', '/livez', '/readyz']) {
    const hosts = ['localhost', 'metrics.example.com:9464', 'evil.example'];
    const statuses = await Promise.all(hosts.map((host) => statusBy(`${url}${path}`, host)));
    expect([path, statuses]).toEqual([path, [200, 200, 421]]);
  }
});

it('is only read from', async () => {
  const url = await open({ metrics: { text: async () => 'figures\n', contentType: 'text/plain' } });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await fetch(`${url}/metrics`, { method });
    expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'GET, HEAD']);
    await answer.body?.cancel();
  }
  const head = await fetch(`${url}/metrics`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('answers 500 for figures that cannot be made, and says so', async () => {
  const cause = new Error('no figures');
  const url = await open({ metrics: { text: () => Promise.reject(cause), contentType: 'text/plain' } });
  const { status } = await fetch(`${url}/metrics`);
  expect([status, failures]).toEqual([500, [cause]]);
});
