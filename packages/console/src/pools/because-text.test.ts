import { expect, it } from 'vitest';
import { reasonText } from './because-text.ts';

it.each([
  ['offline', 1, '1 member cannot be reached'],
  ['offline', 3, '3 members cannot be reached'],
  ['held', 2, '2 members are held'],
  ['grid/afrrImportBookingkW', 12, 'limited by bookings (12 members)'],
  ['grid/upperLimitkW', 2, 'limited by the Grid upper limit (2 members)'],
  ['grid/upperLimitkW', 1, 'limited by the Grid upper limit (1 member)'],
])('%s of %i members: %s', (because, members, text) => {
  expect(reasonText({ because, members })).toBe(text);
});
