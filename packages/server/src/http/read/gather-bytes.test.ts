import { afterEach, expect, it, vi } from 'vitest';
import { gatherBytes } from './gather-bytes.ts';

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
