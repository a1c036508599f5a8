import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';
import { durationOption, durationText } from './duration-option.ts';

const seconds = durationOption({ unit: 'seconds', least: 1, most: 3_600 });
const minutes = durationOption({ unit: 'minutes', least: 0, most: 999_999 });

it.each([
  [seconds, '90', 90],
  [seconds, '90s', 90],
  [seconds, '15m', 900],
  [minutes, '14d', 20_160],
])('%# %s is read', (read, text, value) => {
  expect(read(text)).toBe(value);
});

it.each([
  [seconds, '2h', 'It must be a duration such as 90s, 15m or 2h, from 1s to 1h, in whole seconds.'],
  [seconds, 'x', 'It must be a duration such as 90s, 15m or 2h, from 1s to 1h, in whole seconds.'],
  [minutes, '90s', 'It must be a duration such as 15m or 2h, from 0s to 999999m, in whole minutes.'],
])('%# %s is refused', (read, text, message) => {
  expect(() => read(text)).toThrow(new InvalidArgumentError(message));
});

it.each([
  [0, '0s'],
  [500, '500ms'],
  [900_000, '15m'],
  [172_800_000, '2d'],
])('%d ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
