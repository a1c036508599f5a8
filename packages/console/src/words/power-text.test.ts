import { readNumber } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { energyText, exactPowerText, powerText, rangeText, reserveTexts } from './power-text.ts';

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

it.each([
  [9_980, 11_100, '↓ 9.98 MW', '↑ 11.1 MW'],
  [30, 250_400, '↓ 0.03 MW', '↑ 250 MW'],
  [100, 0, '↓ 100 kW', '↑ 0 kW'],
])('reserves of %s and %s kW are shown in one unit', (importkW, exportkW, down, up) => {
  expect(reserveTexts({ importkW, exportkW })).toEqual([down, up]);
});

it('a range and an energy have one unit each', () => {
  expect(rangeText(-9_980, 11_100)).toBe('−9.98 MW … 11.1 MW');
  expect(rangeText(-100, 0)).toBe('−100 kW … 0 kW');
  expect([energyText(750), energyText(20_000)]).toEqual(['750 kWh', '20 MWh']);
});
