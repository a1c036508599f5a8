import { expect, it } from 'vitest';
import { reasonText } from './because-text.ts';

it.each([
  ['offline', 1, '1 member cannot be reached'],
  ['offline', 3, '3 members cannot be reached'],
  ['held', 2, '2 members are held'],
  ['grid/afrrImportBookingkW', 12, '12 members are booked for no more'],
  ['grid/upperLimitkW', 2, '2 members: their Grid upper limit allows no more'],
  ['grid/upperLimitkW', 1, '1 member: its Grid upper limit allows no more'],
])('%s of %i members: %s', (because, members, text) => {
  expect(reasonText({ because, members })).toBe(text);
});
