import { expect, it } from 'vitest';
import { waitAfter } from './attempt-next.ts';

it.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [8, 640_000],
  [9, 900_000],
  [1_000_000, 900_000],
])('after %i attempts that failed, the wait is about %i ms', (attempts, about) => {
  const waits = Array.from({ length: 200 }, () => waitAfter(attempts));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.8 * about);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1.2 * about);
  // Those that failed together come back apart.
  expect(new Set(waits).size).toBeGreaterThan(100);
});
