import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createMetrics } from '../platform/metrics.ts';
import { beginOperations } from './begin-operations.ts';
import { createOperations, type Observed, type Operations } from './create-operations.ts';
import { HTTP_TIMES } from './http-times.ts';

const STILL_AFTER_MS = 1_000;
const ANSWER_WITHIN_MS = 100;
// As an orchestrator asks: from elsewhere, while this thread can do nothing.
const ASKING = `
const { parentPort, workerData } = require('node:worker_threads');
const statuses = [];
parentPort.postMessage('ready');
(async () => {
  const first = (await fetch(workerData.url)).status;
  let last = first;
  while (last === 200) last = (await fetch(workerData.url)).status;
  parentPort.postMessage({ first, last });
})();
`;

let operations: Operations;
const failures: unknown[] = [];

async function open(changes: Partial<Observed>): Promise<string> {
  const alive = { leaving: { isDraining: () => false }, health: { isReady: async () => true } };
  const observed = { metrics: createMetrics(), ...alive, onFailure: (cause: unknown) => failures.push(cause) };
  const patience = { times: HTTP_TIMES, stillAfterMs: STILL_AFTER_MS, answerWithinMs: ANSWER_WITHIN_MS };
  operations = createOperations({ ...observed, ...changes }, beginOperations(), patience);
  return `http://127.0.0.1:${await operations.listen({ host: '127.0.0.1', port: 0 })}`;
}

afterEach(async () => {
  failures.splice(0);
  await operations.close();
});

it('says that the process lives while its event loop is busy, and that it does not once it stands still', async () => {
  const url = await open({});
  const asking = new Worker(ASKING, { eval: true, workerData: { url: `${url}/livez` } });
  const told = new Promise<{ first: number; last: number }>((resolve) => {
    asking.on('message', (message) => {
      if (message !== 'ready') return resolve(message);
      standStill(1.5 * STILL_AFTER_MS);
    });
  });
  const { first, last } = await told;
  await asking.terminate();
  expect([first, last]).toEqual([200, 503]);
  const again = await fetch(`${url}/livez`);
  expect(again.status).toBe(200);
});

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) continue;
}

it.each(['/readyz', '/metrics'])('does not wait for ever for what %s asks of the rest of the process', async (path) => {
  const never = new Promise<never>(() => undefined);
  const url = await open({
    health: { isReady: () => never },
    metrics: { text: () => never, contentType: 'text/plain' },
  });
  const answer = await fetch(`${url}${path}`);
  expect([answer.status, await answer.text()]).toEqual([503, 'no answer within 100 ms\n']);
});

it('asks the rest of the process once for all who ask meanwhile', async () => {
  let asked = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const text = () => {
    asked += 1;
    return promise;
  };
  const url = await open({ metrics: { text, contentType: 'text/plain; version=0.0.4' } });
  const both = Promise.all([fetch(`${url}/metrics`), fetch(`${url}/metrics`)]);
  setTimeout(() => resolve('figures'), ANSWER_WITHIN_MS / 2);
  const [one, other] = await both;
  expect([await one.text(), await other.text(), one.headers.get('content-type')]).toEqual([
    'figures',
    'figures',
    'text/plain; version=0.0.4',
  ]);
  expect(asked).toBe(1);
});

it('answers 500 for figures that cannot be made, and says so', async () => {
  const cause = new Error('no figures');
  const url = await open({ metrics: { text: () => Promise.reject(cause), contentType: 'text/plain' } });
  const { status } = await fetch(`${url}/metrics`);
  expect([status, failures]).toEqual([500, [cause]]);
});

it('fails with the code of the failure when its port is taken', async () => {
  const url = await open({});
  const alive = { leaving: { isDraining: () => false }, health: { isReady: async () => true } };
  const observed = { metrics: createMetrics(), ...alive, onFailure: () => undefined };
  const second = createOperations(observed, beginOperations());
  const port = Number(new URL(url).port);
  await expect(second.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.close();
});
