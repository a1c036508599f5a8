import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collectBody } from './read-body.ts';

const messageOf = (body: Readable) => Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
const bodyOf = (...chunks: string[]) => messageOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

describe('a body', () => {
  it.each([
    [[], ''],
    [['ab'], 'ab'],
    [['a', 'b', 'c'], 'abc'],
  ])('of chunks %j is %j', async (chunks, text) => {
    expect((await collectBody(bodyOf(...chunks), { maxBytes: 3 })).toString()).toBe(text);
  });

  it('has at most so many bytes', async () => {
    await expect(collectBody(bodyOf('abcd'), { maxBytes: 3 })).rejects.toMatchObject({ code: 'payload_too_large' });
    await expect(collectBody(bodyOf('ab', 'cd'), { maxBytes: 3 })).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('is given up at the part that there is no room for', async () => {
    let left = 3;
    const count = (bytes: number) => {
      left -= bytes;
      if (left < 0) throw new Error('no room');
    };
    await expect(collectBody(bodyOf('ab', 'cd', 'ef'), { maxBytes: 100, count })).rejects.toThrow('no room');
    expect(left).toBe(-1);
  });

  it.each([
    ['fails', new Error('aborted')],
    ['closes', undefined],
  ])('of a connection that %s is no failure of the service', async (_, cause) => {
    const body = messageOf(new Readable({ read() {} }));
    const collected = collectBody(body, { maxBytes: 3 });
    body.destroy(cause);
    await expect(collected).rejects.toMatchObject({ code: 'bad_request', message: 'the body ended early' });
  });

  it('of a connection that was closed before is not waited for', async () => {
    const body = messageOf(new Readable({ read() {} }));
    body.destroy();
    await new Promise((resolve) => body.once('close', resolve));
    await expect(collectBody(body, { maxBytes: 3 })).rejects.toMatchObject({ code: 'bad_request' });
  });
});
