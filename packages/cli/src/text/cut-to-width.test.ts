import { expect, it } from 'vitest';
import { cutToWidth } from './cut-to-width.ts';

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
