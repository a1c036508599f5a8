import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 1_024;
const RANDOM_BYTES = 10;

/** Makes version 7 UUIDs: they grow with time, so that an index on them grows at its end. */
export function createIdMaker(now: () => number): () => string {
  const pool = Buffer.alloc(POOL_BYTES);
  let at = POOL_BYTES;
  return () => {
    if (at >= POOL_BYTES) {
      randomFillSync(pool);
      at = 0;
    }
    const random = pool.toString('hex', at, at + RANDOM_BYTES);
    at += RANDOM_BYTES;
    const time = Math.trunc(now()).toString(16).padStart(12, '0');
    // RFC 9562 §5.7: version 7 in the 13th digit, variant 8 to b in the 17th.
    const variant = (0x8 | (Number.parseInt(random.charAt(3), 16) & 0x3)).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
  };
}
