import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUntil } from '../../../testing/look-until.ts';
import type { Refused } from '../../platform/refusal-record.ts';
import { buildHttp } from './build-http.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost:\r\n\r\n';
const EXPECTING = 'GET / HTTP/1.1\r\nHost:\r\nExpect: much\r\n\r\n';

describe('requests that arrive in one packet', () => {
  let app: FastifyInstance;
  let handled: number;
  let requests: number;
  let underWay: number;
  let mostUnderWay: number;
  let cutOffs: number;
  let cutAt: number;
  let owner: string | undefined;
  let refused: Refused[];

  beforeEach(async () => {
    cutAt = Number.POSITIVE_INFINITY;
    [handled, requests, underWay, mostUnderWay, cutOffs, owner, refused] = [0, 0, 0, 0, 0, '127.0.0.1', []];
    const cutOff = () => void (cutOffs += 1);
    const admission = { watch: () => undefined, proved: () => undefined, speaksFor: () => owner, cutOff };
    const watched = { admission, refusals: { note: (one: Refused) => void refused.push(one) } };
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined, watched });
    app.get('/', (request, reply) => {
      handled += 1;
      if (handled === cutAt) request.raw.socket.destroy();
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      setImmediate(() => {
        underWay -= 1;
        reply.code(204).send();
      });
      return reply;
    });
    app.server.on('request', () => void (requests += 1)).on('checkExpectation', () => void (requests += 1));
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  it('are answered, up to 64 of one connection', async () => {
    const { socket, answers } = await open(REQUEST.repeat(64));
    await reaches(answers, 64);
    socket.write(REQUEST);
    await reaches(answers, 65);
  });

  it.each([
    ['plain ones', REQUEST],
    ['ones that expect something', EXPECTING],
  ])('beyond 64 of one connection are not begun: it is cut off (%s)', async (_, request) => {
    owner = undefined;
    const { gone } = await open(request.repeat(2_400));
    await gone;
    // Of the first alone it is not known yet what comes behind it, and Node makes no request of what does.
    expect({ handled, requests, cutOffs }).toEqual({ handled: 1, requests: 65, cutOffs: 1 });
    const reason = 'more than 64 requests under way on one connection';
    expect(refused).toEqual([{ kind: 'too_many', address: '127.0.0.1', details: { reason } }]);
  });

  it('leave nothing behind on the parser, which serves the next connection', async () => {
    for (let time = 0; time < 3; time += 1) await (await open(REQUEST.repeat(2_400))).gone;
    const { socket, answers } = await open(REQUEST.repeat(2));
    await reaches(answers, 2);
    socket.destroy();
  });

  it('over many connections begin in turns: 32 of one address are under way behind the first of each', async () => {
    const opened = await openMany(10);
    for (const { socket } of opened) socket.write(REQUEST.repeat(64));
    for (const { answers } of opened) await reaches(answers, 64);
    expect(mostUnderWay).toBeLessThanOrEqual(10 + 32);
    expect(refused).toEqual([]);
  });

  it('do not begin any more once their connection is gone', async () => {
    cutAt = 33;
    await (
      await open(REQUEST.repeat(64))
    ).gone;
    const { answers } = await open(REQUEST);
    await reaches(answers, 1);
    expect(handled).toBe(33 + 1);
  });

  it('are cut off where 4,096 of one address wait already', async () => {
    const opened = await openMany(70);
    for (const { socket } of opened) socket.write(REQUEST.repeat(64));
    const isOver = ({ socket, answers }: (typeof opened)[number]) => socket.destroyed || answers() === 64;
    await lookUntil(() => Promise.resolve(opened.every(isOver)), Boolean);
    expect(opened.some(({ socket }) => socket.destroyed)).toBe(true);
    expect(handled).toBeLessThan(70 * 64);
    const reason = 'more than 4096 requests wait to begin';
    const each = { kind: 'too_many', address: '127.0.0.1', details: { reason } };
    expect(refused).toEqual(opened.filter(({ socket }) => socket.destroyed).map(() => each));
  });

  const reaches = (count: () => number, expected: number) =>
    lookUntil(
      () => Promise.resolve(count()),
      (answers) => answers === expected,
    );

  // One after the other, so that the server has all of them before they say anything.
  async function openMany(count: number) {
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    while (opened.length < count) opened.push(await open(''));
    return opened;
  }

  async function open(text: string) {
    const accepted = once(app.server, 'connection');
    const socket: Socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('error', () => undefined).on('data', (bytes) => (received += bytes.toString('latin1')));
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await accepted;
    socket.write(text);
    return { socket, gone, answers: () => received.split('HTTP/1.1 204').length - 1 };
  }
});
