import { expect, it } from 'vitest';
import { missingText } from './missing-text.ts';

it.each([
  [-50, '50 kW'],
  [0.05, '0.1 kW'],
  [-12_400, '12.4 MW'],
  [0.049, null],
  [-0.001, null],
  [0, null],
  [null, null],
  [undefined, null],
])('%j kW that nobody gives read %s', (kW, text) => {
  expect(missingText(kW)).toBe(text);
});
