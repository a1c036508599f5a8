import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { chunksOf, sendStream } from './send-stream.ts';

const LONG = 'x'.repeat(64 * 1_024);

/** What arrives of an answer whose caller is shut out once its first part did. */
async function heardOf(chunks: (shutOut: Promise<void>) => Iterable<Buffer> | AsyncIterable<Buffer>) {
  const app = fastify();
  let isGood = true;
  let shutOut = () => {};
  const isShutOut = new Promise<void>((resolve) => (shutOut = resolve));
  app.decorate('isStillGood', async () => isGood);
  app.get('/', (request, reply) => sendStream(request, reply, { chunks: chunks(isShutOut) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  let heard = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    heard += part;
    isGood = false;
    shutOut();
  });
  const how = await once(answer, 'end').then(
    () => 'whole',
    () => 'broken',
  );
  await app.close();
  return { heard, how };
}

describe('an answer that is sent for long', () => {
  it('breaks with the next part once its caller is shut out', async () => {
    const { heard, how } = await heardOf(async function* (shutOut) {
      yield Buffer.from('before');
      await shutOut;
      yield Buffer.from('after');
    });
    expect([heard, how]).toEqual(['before', 'broken']);
  });

  it('is whole for who stays, and asked for nothing if it is one part', async () => {
    const app = fastify();
    let asked = 0;
    app.decorate('isStillGood', async () => (asked += 1) > 0);
    app.get('/short', (request, reply) => sendStream(request, reply, { chunks: chunksOf(['[]']) }));
    app.get('/long', (request, reply) => sendStream(request, reply, { chunks: chunksOf([LONG, LONG, '!']) }));
    expect([(await app.inject('/short')).body, asked]).toEqual(['[]', 0]);
    expect([(await app.inject('/long')).body, asked]).toEqual([`${LONG}${LONG}!`, 2]);
    await app.close();
  });
});
