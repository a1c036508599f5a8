import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs } from './keep-reaching.ts';

test('the waits of the first five minutes are 1 to 15 s, later ones up to 60 s', () => {
  expect([0, 0.5].map((random) => backOffMs(0, random))).toEqual([1_000, 8_000]);
  expect([0, 0.5].map((random) => backOffMs(299_999, random))).toEqual([1_000, 8_000]);
  expect([0, 0.5].map((random) => backOffMs(300_000, random))).toEqual([1_000, 30_500]);
});

test('a wait is never outside its bounds and takes all of its range', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.nat(10_000_000), random, (lostForMs, drawn) => {
      const waitMs = backOffMs(lostForMs, drawn);
      expect(waitMs).toBeGreaterThanOrEqual(1_000);
      expect(waitMs).toBeLessThan(lostForMs < 300_000 ? 15_000 : 60_000);
    }),
  );
  expect(backOffMs(0, 1 - Number.EPSILON)).toBeCloseTo(15_000);
});
