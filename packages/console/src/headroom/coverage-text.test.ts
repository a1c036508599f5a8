import type { HeadroomSums } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { coverageText } from './coverage-text.ts';

const sum = (...counts: readonly (readonly [sites: number, unbounded: number])[]) =>
  counts.map(([sites, unbounded]) => ({ setpointUp: { kW: 1, sites, unbounded } }) as HeadroomSums);

it.each([
  [sum([1_002, 0]), 1_002, 'Sum of 1,002 sites.'],
  [sum([12, 0], [2, 0]), 12, 'Sum of 2 of 12 sites: the others have no setpoint.'],
  [sum([9, 3], [11, 1]), 12, 'Sum of 12 sites. Nothing limits 3 sites: a + marks sums without them.'],
])('%j is explained', (sums, asked, text) => {
  expect(coverageText(sums, 'setpointUp', asked)).toBe(text);
});
