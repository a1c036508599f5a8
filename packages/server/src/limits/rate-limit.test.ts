import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

describe('a rate limit', () => {
  it('counts each key by itself, and anew each minute', () => {
    let at = 960_000;
    const limit = createRateLimit({ perMinute: 2, now: () => at });
    expect(['a', 'a', 'b', 'a', 'b', 'b'].map((key) => limit.take(key))).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
    at += 59_999;
    expect(limit.take('a')).toBe(false);
    at += 1;
    expect(limit.take('a')).toBe(true);
  });

  it('keeps a bounded number of keys', () => {
    const limit = createRateLimit({ perMinute: 1, now: () => 0 });
    limit.take('first');
    for (let key = 0; key < 100_000; key += 1) limit.take(String(key));
    expect(limit.take('first')).toBe(true);
  });
});
