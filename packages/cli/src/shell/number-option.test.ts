import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';
import { numberOption } from './number-option.ts';

const kW = numberOption({ least: -100, most: 10_000, unit: 'kW' });

it.each([
  ['12.5', 12.5],
  ['1500kW', 1_500],
  ['-3', -3],
])('%s is read as %d', (text, value) => {
  expect(kW(text)).toBe(value);
});

it.each([
  ['1,500', 'It can be read as 1500 or as 1.5: write 1500 or 1.5.'],
  ['1,500 kW', 'It can be read as 1500 or as 1.5: write 1500 or 1.5.'],
  ['much', 'It must be a number of kW from -100 to 10000.'],
  ['20000', 'It must be a number of kW from -100 to 10000.'],
])('%s is refused', (text, message) => {
  expect(() => kW(text)).toThrow(new InvalidArgumentError(message));
});
