import { expect, it } from 'vitest';
import { cutToWidth, overLine } from './over-line.ts';

it.each([
  ['Simulating site 5 of 12', 80, 'Simulating site 5 of 12'],
  ['Simulating site 5 of 12', 24, 'Simulating site 5 of 12'],
  ['Simulating site 5 of 12', 23, 'Simulating site 5 of …'],
  ['Simulating site 5 of 12', 0, 'Simulating site 5 of 12'],
  ['Simulating site 5 of 12', undefined, 'Simulating site 5 of 12'],
  ['', 80, ''],
])('%j at %s columns stays left of the last column, where the terminal would go on below', (line, columns, shown) => {
  expect(overLine(line, columns)).toBe(`\r\u001B[K${shown}`);
});

it.each([
  ['site 5 of 12', 12, 'site 5 of 12'],
  ['site 5 of 12', 11, 'site 5 of …'],
  ['中央駅', 5, '中央…'],
  ['中央駅', 4, '中…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['Su\u0308d', 2, 'S…'],
  ['abc', 1, '…'],
])('%j in %i columns is %j', (text, columns, expected) => {
  expect(cutToWidth(text, columns)).toBe(expected);
});
