import type { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** Tells whether the bytes of an answer, as they come, are the expected ones. */
export interface BodyCheck {
  push(bytes: Buffer): void;
  isWhole(): boolean;
}

/** A body as the checks of its answers know it. */
export type ExpectedBody = () => BodyCheck;

/** Compares every byte: next to nothing for a single body, which stays in the cache. */
export function sameBytes(expected: Buffer): ExpectedBody {
  return () => {
    let received = 0;
    let isSame = true;
    return {
      push(bytes) {
        const end = received + bytes.length;
        isSame &&= end <= expected.length && expected.compare(bytes, 0, bytes.length, received, end) === 0;
        received = end;
      },
      isWhole: () => isSame && received === expected.length,
    };
  };
}

/** Compares a checksum: thousands of bodies at hand would push out of the cache what the server works with. */
export function sameChecksum(expected: Buffer): ExpectedBody {
  const { length } = expected;
  const sum = crc32(expected);
  return () => {
    let received = 0;
    let crc = 0;
    return {
      push(bytes) {
        crc = crc32(bytes, crc);
        received += bytes.length;
      },
      isWhole: () => received === length && crc === sum,
    };
  };
}
