import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadPlan } from '../load/load-plan.ts';
import { runLoad } from './run-load.ts';
import { batchText, batteryCommand, FIRST_STAMP, stampedBody } from './batch-text.ts';

async function loadOn(handler: RequestListener, plan: Partial<LoadPlan>) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await runLoad({
      servers: [{ host: '127.0.0.1', port, pid: process.pid }],
      connections: 4,
      warmUpMs: 0,
      measureMs: 100,
      method: 'GET',
      paths: ['/'],
      headers: {},
      expectStatus: 200,
      ...plan,
    });
  } finally {
    server.close();
  }
}

async function expectBody(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'setpoint-load-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'body');
  await writeFile(file, text);
  return { file, lengths: [text.length] };
}

test('a load whose every answer is the expected one passes', async () => {
  const expectBodies = await expectBody('right');
  const result = await loadOn((_request, response) => void response.end('right'), { expectBodies });
  expect(result.answered).toBeGreaterThan(0);
  expect(result.faultCount).toBe(0);
});

test('a single answer of another status fails the load', async () => {
  let count = 0;
  const once503: RequestListener = (_request, response) => {
    count += 1;
    response.writeHead(count === 1 ? 503 : 200).end();
  };
  await expect(loadOn(once503, {})).rejects.toThrow('1 wrong answers: GET /: status 503');
});

test.each(['wrong', 'right and more', 'rig', ''])('a body of %j in place of "right" fails the load', async (body) => {
  const expectBodies = await expectBody('right');
  const load = loadOn((_request, response) => void response.end(body), { expectBodies });
  await expect(load).rejects.toThrow('other bytes than stored');
});

test('a server that closes a connection fails the load', async () => {
  await expect(loadOn((request) => void request.socket.destroy(), {})).rejects.toThrow('the load process failed');
});

test('every posted body is another one, and the last per path is told', async () => {
  const received: string[] = [];
  const last = new Map<string, string>();
  const store: RequestListener = (request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      received.push(text);
      last.set(request.url ?? '', text);
      response.writeHead(201).end();
    });
  };
  const paths = ['/a', '/b', '/c', '/d', '/e', '/f'];
  const body = stampedBody(FIRST_STAMP);
  const result = await loadOn(store, { method: 'POST', paths, expectStatus: 201, body });
  expect(new Set(received).size).toBe(received.length);
  expect(result.answered).toBe(received.length);
  for (const [path, text] of last) {
    expect(result.lastStamps[path]?.map((stamp) => batchText([batteryCommand(stamp)]))).toEqual([text]);
  }
});
