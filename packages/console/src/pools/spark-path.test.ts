import { expect, it } from 'vitest';
import { sparkPath } from './spark-path.ts';

it('a line is steps from reading to reading, broken where nothing is known', () => {
  const size = { width: 100, height: 20, reachKw: 50, lastSecond: 300, seconds: 300 };
  const points = [
    [0, 50],
    [30, -50],
    [60, null],
    [150, 0],
  ] as const;
  expect(sparkPath(points, size)).toBe('M0 0L10 0L10 20L20 20M50 10L100 10');
  expect(sparkPath([], size)).toBe('');
});
