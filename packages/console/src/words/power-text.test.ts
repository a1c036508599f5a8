import { readNumber } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactPowerText, powerText } from './power-text.ts';

it('writes powers that are read back as the same number, or refused', () => {
  const forms = fc.constantFrom(
    { written: exactPowerText, roundedByKw: 0 },
    // At a glance, from 100 kW on without tenths.
    { written: powerText, roundedByKw: 0.5 },
  );
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), forms, (watts, { written, roundedByKw }) => {
      const read = readNumber(written(watts / 1_000), { unit: 'kW' });
      if (read.kind !== 'number') return;
      expect(Math.abs(read.value - watts / 1_000)).toBeLessThanOrEqual(roundedByKw);
    }),
  );
});
