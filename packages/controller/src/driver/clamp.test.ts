import fc from 'fast-check';
import { expect, test } from 'vitest';
import { towards } from './clamp.ts';

const anyPowerKw = fc.double({ min: -5_000, max: 5_000, noNaN: true });

test('a ramp that is long enough ends exactly at its target', () => {
  fc.assert(
    fc.property(anyPowerKw, anyPowerKw, (fromKw, toKw) => {
      expect(towards(fromKw, toKw, 10_001)).toBe(toKw);
    }),
  );
});

test('a shorter one comes as near as it may', () => {
  expect([towards(0, 100, 30), towards(0, -100, 30)]).toEqual([30, -30]);
});
