import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Pieces, sendPieces } from './send-pieces.ts';

const PAGE = 'x'.repeat(100_000);
const PAGES = 400;

let made = 0;
let ended: PromiseWithResolvers<void>;
let app: FastifyInstance;

async function* pagesOf(count: number, failsAt = Infinity): AsyncGenerator<Pieces, void> {
  try {
    for (let number = 0; number < count; number += 1) {
      if (number === failsAt) throw new Error('no more pages');
      made += 1;
      yield [Buffer.from(PAGE), Buffer.from(`${number};`)];
    }
  } finally {
    ended.resolve();
  }
}

beforeEach(async () => {
  made = 0;
  ended = Promise.withResolvers();
  app = fastify();
  app.get('/all', (_request, reply) => sendPieces(reply, pagesOf(PAGES)));
  app.get('/few', (_request, reply) => sendPieces(reply, pagesOf(3)));
  app.get('/broken', (_request, reply) => sendPieces(reply, pagesOf(3, 0)));
  app.get('/breaking', (_request, reply) => sendPieces(reply, pagesOf(3, 2)));
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(() => app.close());

function port(): number {
  return (app.server.address() as AddressInfo).port;
}

function get(path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port()}${path}`);
}

function whole(count: number): string {
  return Array.from({ length: count }, (_, number) => `${PAGE}${number};`).join('');
}

function ask(lines: string): Socket {
  const socket = connect(port(), '127.0.0.1');
  socket.write(lines);
  return socket;
}

it('a reader gets all pieces in their order', async () => {
  const response = await get('/all');
  expect((await response.text()) === whole(PAGES)).toBe(true);
});

it('a reader that takes nothing is waited for, and then gets the rest', async () => {
  const response = await get('/all');
  const reader = response.body?.getReader();
  await reader?.read();
  // Another whole answer has gone by meanwhile, so that this one had every opportunity to run ahead.
  await (await get('/few')).text();
  expect(made).toBeLessThan(PAGES);
  let bytes = 0;
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) bytes += part.value.length;
  expect(made).toBe(PAGES + 3);
  expect(bytes).toBeGreaterThan((PAGES - 10) * PAGE.length);
});

it('answers that wait behind each other on one connection all arrive', async () => {
  const one = 'GET /few HTTP/1.1\r\nHost: a\r\n\r\n';
  const socket = ask(one + one + 'GET /few HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const answers = await text(socket);
  expect(answers.split('HTTP/1.1 200 OK').length - 1).toBe(3);
  expect(answers.split(PAGE).length - 1).toBe(9);
});

it('a reader that goes away ends the work', async () => {
  const socket = ask('GET /all HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await ended.promise;
  expect(made).toBeLessThan(PAGES);
});

it('what fails before the first piece has a status of its own', async () => {
  const response = await get('/broken');
  expect(response.status).toBe(500);
});

it('what fails later cuts the answer off, so that nobody takes it for whole', async () => {
  const response = await get('/breaking');
  await expect(response.text()).rejects.toThrow('terminated');
});
