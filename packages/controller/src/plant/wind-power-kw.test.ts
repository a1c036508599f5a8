import { expect, test } from 'vitest';
import { windPowerKw } from './wind-power-kw.ts';

const config = { ratedKw: 1000, meanSpeedMs: 10 };

test.each([
  // metres per second, kW
  [0, 0],
  [2.9, 0],
  [3, 0],
  [7.5, 232.5],
  [12, 1000],
  [24.9, 1000],
  [25, 0],
])('at %d m/s a turbine of 1000 kW makes %d kW', (speedMs, powerKw) => {
  expect(windPowerKw(config, speedMs / 10, null)).toBeCloseTo(powerKw, 0);
});
