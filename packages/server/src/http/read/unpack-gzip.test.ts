import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackGzip } from './unpack-gzip.ts';

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

  it('that was packed twice is unpacked once, and is no JSON then', async () => {
    await expect(unpackGzip(gzipSync(PACKED), { maxBytes: TEXT.length })).resolves.toEqual(PACKED);
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
