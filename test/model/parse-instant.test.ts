import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInstant } from './parse-instant.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { spellInstant } from './spell-instant.ts';

const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

it('every spelling of an instant names that instant', () => {
  const instants = fc.integer({ min: 0, max: lastInstant });
  fc.assert(
    fc.property(instants, fc.nat(), (instant, seed) => {
      expect(parseInstant(spellInstant(new RandomSource(seed), instant))).toBe(instant);
    }),
    { numRuns: 2000 },
  );
});

it('the calendar agrees with the one of the platform on every day of four centuries', () => {
  const dayMs = 86_400_000;
  for (let instant = Date.UTC(1970, 0, 1); instant < Date.UTC(2370, 0, 1); instant += dayMs) {
    expect(parseInstant(new Date(instant).toISOString())).toBe(instant);
  }
});

it('the first and the last millisecond are in, their neighbours are not', () => {
  expect(parseInstant('1970-01-01T00:00:00Z')).toBe(0);
  expect(parseInstant('9999-12-31T23:59:59.999Z')).toBe(lastInstant);
  expect(parseInstant('1969-12-31T23:59:59.999Z')).toBeUndefined();
  expect(parseInstant('9999-12-31T23:00:00-01:00')).toBeUndefined();
});
