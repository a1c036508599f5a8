import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collectBody } from './read-body.ts';

const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as IncomingMessage;

describe('a body', () => {
  it.each([
    [[], ''],
    [['ab'], 'ab'],
    [['a', 'b', 'c'], 'abc'],
  ])('of chunks %j is %j', async (chunks, text) => {
    expect((await collectBody(bodyOf(...chunks), 3)).toString()).toBe(text);
  });

  it('has at most so many bytes', async () => {
    await expect(collectBody(bodyOf('abcd'), 3)).rejects.toMatchObject({ code: 'payload_too_large' });
    await expect(collectBody(bodyOf('ab', 'cd'), 3)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it.each([
    ['fails', new Error('aborted')],
    ['closes', undefined],
  ])('of a connection that %s is no failure of the service', async (_, cause) => {
    const body = new Readable({ read() {} }) as IncomingMessage;
    const collected = collectBody(body, 3);
    body.destroy(cause);
    await expect(collected).rejects.toMatchObject({ code: 'bad_request', message: 'the body ended early' });
  });

  it('of a connection that was closed before is not waited for', async () => {
    const body = new Readable({ read() {} }) as IncomingMessage;
    body.destroy();
    await new Promise((resolve) => body.once('close', resolve));
    await expect(collectBody(body, 3)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
