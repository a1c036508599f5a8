import { describe, expect, it } from 'vitest';
import { isOnline } from './presence.ts';

const REPORTED = Date.UTC(2030, 0, 1, 12);
const TIMEOUT = 90_000;

describe('a site', () => {
  it.each<[string, number | null, number | null, number, boolean]>([
    //                                                 reported  closed          now              online
    ['that never reported is offline', null, null, REPORTED, false],
    ['that never reported and hung up is offline', null, REPORTED, REPORTED, false],
    ['is online with its report', REPORTED, null, REPORTED, true],
    ['is online exactly at the timeout', REPORTED, null, REPORTED + TIMEOUT, true],
    ['is offline a millisecond later', REPORTED, null, REPORTED + TIMEOUT + 1, false],
    ['is offline once its connection closed', REPORTED, REPORTED + 5, REPORTED + 6, false],
    ['is offline when it closed in the same millisecond', REPORTED, REPORTED, REPORTED, false],
    ['is online when it reported after it closed', REPORTED, REPORTED - 1, REPORTED, true],
    ['stays online when the clock was set back', REPORTED, null, REPORTED - 1_000, true],
  ])('%s', (...[, reportedAt, disconnectedAt, now, online]) => {
    expect(isOnline({ reportedAt, disconnectedAt, now, timeoutMs: TIMEOUT })).toBe(online);
  });
});
