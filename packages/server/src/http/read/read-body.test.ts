import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collectBody, gatherBytes, unpackGzip } from './read-body.ts';

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

const MIB = 1_048_576;

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['of a length that nobody named', 0, [5, 7, 3]],
  ['that is small', 15, [5, 7, 3]],
  ['that is large', 4 * MIB + 2, [3, MIB, MIB, MIB, MIB - 1]],
  ['that comes in one part', 2 * MIB, [2 * MIB]],
  ['that is shorter than it says', 4 * MIB, [MIB, 9]],
])('a body %s is what its parts are', (_, length, sizes) => {
  const parts = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  const gathering = gatherBytes(length);
  for (const part of parts) gathering.add(part);
  expect(gathering.whole().equals(Buffer.concat(parts))).toBe(true);
});

it('takes one place for a large body, and none for one that does not come', () => {
  const taken = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const joined = vi.spyOn(Buffer, 'concat');
  const part = Buffer.alloc(MIB, 1);
  gatherBytes(512 * MIB).add(part);
  expect(taken).not.toHaveBeenCalled();
  const gathering = gatherBytes(64 * MIB);
  for (let index = 0; index < 64; index += 1) gathering.add(part);
  expect(gathering.whole()).toHaveLength(64 * MIB);
  // Joined from parts, it would be another copy each time.
  expect(gathering.whole().buffer === gathering.whole().buffer).toBe(true);
  expect([taken.mock.calls, joined.mock.calls]).toEqual([[[64 * MIB]], []]);
});

const TEXT = Buffer.from(JSON.stringify({ mode: 'all', batches: Array.from({ length: 5_000 }, (_, index) => index) }));
const PACKED = gzipSync(TEXT);

function changed(change: (packed: Buffer) => void): Buffer {
  const copy = Buffer.from(PACKED);
  change(copy);
  return copy;
}

describe('a packed body', () => {
  it('is unpacked, in one member or in several', async () => {
    await expect(unpackGzip(PACKED, { maxBytes: TEXT.length })).resolves.toEqual(TEXT);
    const members = Buffer.concat([gzipSync(TEXT.subarray(0, 100)), gzipSync(TEXT.subarray(100))]);
    await expect(unpackGzip(members, { maxBytes: TEXT.length })).resolves.toEqual(TEXT);
  });

  it.each([
    ['nothing at all', Buffer.alloc(0)],
    ['a part of it', PACKED.subarray(0, -9)],
    ['a flipped bit', changed((copy) => copy.writeUInt8((copy[40] ?? 0) ^ 1, 40))],
    ['bytes behind its end', Buffer.concat([PACKED, Buffer.from('more')])],
    ['a second member cut off', Buffer.concat([PACKED, PACKED.subarray(0, 30)])],
  ])('that has %s is refused', async (_, packed) => {
    await expect(unpackGzip(packed, { maxBytes: TEXT.length * 3 })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^the body is not gzip, as its Content-Encoding says: \w/) as unknown,
    });
  });

  it('that unpacks to a thousand times as much is left at the bound', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));
    let counted = 0;
    const count = (bytes: number) => {
      counted += bytes;
    };
    await expect(unpackGzip(bomb, { maxBytes: 1_048_576, count })).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(bomb.length).toBeLessThan(100_000);
    expect(counted).toBeLessThanOrEqual(1_048_576);
  });

  it('is given up where there is no room for more', async () => {
    const count = () => {
      throw new Error('no room');
    };
    await expect(unpackGzip(PACKED, { maxBytes: TEXT.length, count })).rejects.toThrow('no room');
  });
});
