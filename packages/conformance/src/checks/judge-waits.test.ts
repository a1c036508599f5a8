import { expect, test } from 'vitest';
import { judgeWaits } from './judge-waits.ts';

const isFault = (waits: readonly number[], pace: number): boolean => {
  try {
    judgeWaits(waits, { pace, reactMs: () => 2_000 });
    return false;
  } catch {
    return true;
  }
};

test.each<[string, number, readonly number[], boolean]>([
  ['fixed', 1, [1_003, 1_002, 1_006, 1_002], true],
  ['fixed, on a busy machine', 10, [101, 160, 118, 143, 171, 102, 190, 480], true],
  ['fixed, on a busy machine', 20, [51, 58, 72, 64, 95, 52, 61, 300], true],
  ['at random', 1, [1_400, 9_000, 14_100, 3_000], false],
  ['at random', 10, [140, 900, 1_410, 300, 650, 1_200, 220, 780], false],
  ['too short', 10, [40, 900, 1_410, 300, 650, 1_200, 220, 780], true],
])('waits that are %s, at pace %s: %j', (_, pace, waits, expected) => {
  expect(isFault(waits, pace)).toBe(expected);
});
