import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { sendTagged } from './send-tagged.ts';

const LONG = JSON.stringify({ text: 'x'.repeat(5_000) });
const app = fastify();
app.get('/long', async (request, reply) => sendTagged(request, reply, { bytes: Buffer.from(LONG), tag: 'abc' }));
app.get('/short', async (request, reply) => sendTagged(request, reply, { bytes: Buffer.from('{}'), tag: 'abc' }));
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers });

describe('a tagged body', () => {
  it.each(['', 'gzip;q=0', 'gzipped'])('is sent plain to a client that does not ask for more: %j', async (accepted) => {
    const answer = await get('/long', { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({ etag: '"abc"', vary: 'Accept-Encoding' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.body).toBe(LONG);
  });

  it('is compressed for a client that asks, and then has a tag of its own', async () => {
    const answer = await get('/long', { 'accept-encoding': 'gzip' });
    expect(answer.headers).toMatchObject({ etag: '"abc-gzip"', 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(answer.rawPayload).toString()).toBe(LONG);
  });

  it('is not compressed when that is not worth it', async () => {
    expect((await get('/short', { 'accept-encoding': 'gzip' })).body).toBe('{}');
  });

  it.each([
    // If-None-Match        Accept-Encoding   status
    ['"abc"', '', 304],
    ['W/"abc"', '', 304],
    ['*', '', 304],
    ['"x", "abc"', '', 304],
    ['"x","y"', '', 200],
    ['abc', '', 200],
    ['"abc-gzip"', '', 200],
    ['"abc-gzip"', 'gzip', 304],
    ['"abc"', 'gzip', 200],
    ['"ABC"', '', 200],
    ['', '', 200],
  ])('with If-None-Match %j and Accept-Encoding %j is answered by %d', async (known, accepted, status) => {
    const answer = await get('/long', { 'if-none-match': known, 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(status);
    if (status === 304) {
      expect(answer.body).toBe('');
      // RFC 9110 §8.6: the Content-Length of a 304 is that of the 200.
      expect(answer.headers).not.toHaveProperty('content-length');
      expect(answer.headers['etag']).toBe(accepted === '' ? '"abc"' : '"abc-gzip"');
    }
  });
});
