import { expect, it } from 'vitest';
import { changesText } from './changes-text.ts';

const SHOWN = { timeZone: 'Europe/Prague', now: Date.parse('2027-06-01T09:00:00Z') };
const instant = (text: string) => `2027-06-${text}:00:00Z`;

/** Of periods such as `01T04-01T18`. */
const changesIn = (text: string) =>
  text === ''
    ? []
    : text.split(' ').map((period) => {
        const [from = '', to = ''] = period.split('-').map(instant);
        return { from, to };
      });

it.each([
  ['nothing', '', 'The plan would not change.'],
  ['one period', '01T04-01T18', 'The plan would change from 06:00 to 20:00.'],
  ['periods that meet', '01T04-01T08 01T08-01T18', 'The plan would change from 06:00 to 20:00.'],
  ['periods apart', '01T04-01T05 01T17-01T18', 'The plan would change between 06:00 and 20:00.'],
  ['two assets, each in its order', '01T08-01T18 01T04-01T09', 'The plan would change from 06:00 to 20:00.'],
  ['another day', '02T04-02T18', 'The plan would change from 2027-06-02 06:00 to 2027-06-02 20:00.'],
])('says when the plan changes: %s', (_, changes, text) => {
  expect(changesText(changesIn(changes), SHOWN)).toBe(text);
});
