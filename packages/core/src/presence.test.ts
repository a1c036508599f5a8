import { describe, expect, it } from 'vitest';
import { isOnline } from './presence.ts';

describe('a site', () => {
  it.each([
    // reported  disconnected  now    is online
    [null, null, 1_000, false],
    [null, 900, 1_000, false],
    [1_000, null, 1_000, true],
    [1_000, null, 1_090, true],
    [1_000, null, 1_091, false],
    [1_000, 1_001, 1_002, false],
    [1_000, 1_000, 1_002, false],
    [1_000, 999, 1_002, true],
    [1_000, null, 900, true],
  ])(
    'that reported at %s and lost its connection at %s is online at %s: %s',
    (reportedAt, disconnectedAt, now, online) => {
      expect(isOnline({ reportedAt, disconnectedAt, now, timeoutMs: 90 })).toBe(online);
    },
  );
});
