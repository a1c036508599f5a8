import { expect, it } from 'vitest';
import { changesText } from './changes-text.ts';

const SHOWN = { timeZone: 'Europe/Prague', now: Date.parse('2027-06-01T09:00:00Z') };
const change = (from: string, to: string) => ({ from: `2027-06-${from}:00:00Z`, to: `2027-06-${to}:00:00Z` });

it.each([
  ['nothing', [], 'The plan would not change.'],
  ['one period', [change('01T04', '01T18')], 'The plan would change from 06:00 to 20:00.'],
  [
    'periods that meet',
    [change('01T04', '01T08'), change('01T08', '01T18')],
    'The plan would change from 06:00 to 20:00.',
  ],
  [
    'periods apart',
    [change('01T04', '01T05'), change('01T17', '01T18')],
    'The plan would change between 06:00 and 20:00.',
  ],
  [
    'two assets, each in its order',
    [change('01T08', '01T18'), change('01T04', '01T09')],
    'The plan would change from 06:00 to 20:00.',
  ],
  [
    'a period within another',
    [change('01T04', '01T18'), change('01T05', '01T06')],
    'The plan would change from 06:00 to 20:00.',
  ],
  ['another day', [change('02T04', '02T18')], 'The plan would change from 2027-06-02 06:00 to 2027-06-02 20:00.'],
])('says when the plan changes: %s', (_, changes, text) => {
  expect(changesText(changes, SHOWN)).toBe(text);
});
