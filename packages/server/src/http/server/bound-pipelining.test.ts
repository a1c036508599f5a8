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
  let inThisTurn: number;
  let mostInATurn: number;
  let owner: string | undefined;
  let refused: Refused[];

  beforeEach(async () => {
    [handled, inThisTurn, mostInATurn, owner, refused] = [0, 0, 0, '127.0.0.1', []];
    const admission = { watch: () => undefined, proved: () => undefined, speaksFor: () => owner };
    const watched = { admission, refusals: { note: (one: Refused) => void refused.push(one) } };
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined, watched });
    app.get('/', (_request, reply) => {
      handled += 1;
      if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
      inThisTurn += 1;
      mostInATurn = Math.max(mostInATurn, inThisTurn);
      reply.code(204).send();
    });
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
    expect(handled).toBeLessThanOrEqual(64);
    const reason = 'more than 64 requests under way on one connection';
    expect(refused).toEqual([{ kind: 'too_many', address: '127.0.0.1', details: { reason } }]);
  });

  it('leave errors without stacks when their connection is cut off, and later ones have theirs', async () => {
    const stacks: (string | undefined)[] = [];
    const broken = new Promise<void>((resolve) => {
      app.server.on('request', (request) => {
        request.on('error', (cause: Error) => void stacks.push(cause.stack)).on('close', resolve);
      });
    });
    owner = undefined;
    const { gone } = await open(REQUEST.repeat(2_400));
    await Promise.all([gone, broken]);
    expect(stacks.length).toBeGreaterThan(500);
    expect(stacks.filter((stack) => stack?.includes('\n    at '))).toEqual([]);
    expect(new Error('later').stack).toContain('\n    at ');
  });

  it('over many connections begin in turns, 64 of one address in each', async () => {
    const opened = await openMany(10);
    for (const { socket } of opened) socket.write(REQUEST.repeat(64));
    for (const { answers } of opened) await reaches(answers, 64);
    // Those that were begun at once, and those of the turn after.
    expect(mostInATurn).toBeLessThanOrEqual(128);
    expect(refused).toEqual([]);
  });

  it('are cut off where 1,024 of one address wait already', async () => {
    const opened = await openMany(40);
    for (const { socket } of opened) socket.write(REQUEST.repeat(64));
    const isOver = ({ socket, answers }: (typeof opened)[number]) => socket.destroyed || answers() === 64;
    await lookUntil(() => Promise.resolve(opened.every(isOver)), Boolean);
    expect(opened.some(({ socket }) => socket.destroyed)).toBe(true);
    expect(handled).toBeLessThan(40 * 64);
    const reason = 'more than 1024 requests wait to begin';
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
