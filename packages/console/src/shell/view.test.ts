import { expect, it } from 'vitest';
import { dateText, dateView, daysView } from './view.ts';

const HOUR_MS = 3_600_000;
const hours = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => (toMs - fromMs) / HOUR_MS;
const today = { first: 0, days: 1 };

it('a day lasts as long as it does in its zone', () => {
  expect(hours(daysView(Date.parse('2026-10-25T12:00:00Z'), 'Europe/Berlin', today))).toBe(25);
  expect(hours(daysView(Date.parse('2026-03-29T12:00:00Z'), 'Europe/Berlin', today))).toBe(23);
  expect(hours(daysView(Date.parse('2026-10-25T12:00:00Z'), 'UTC', today))).toBe(24);
});

it('a day begins at midnight in its zone', () => {
  const { fromMs } = daysView(Date.parse('2026-11-21T23:30:00Z'), 'Europe/Berlin', today);
  expect(new Date(fromMs).toISOString()).toBe('2026-11-21T23:00:00.000Z');
});

it('a date is all of its day in a zone, or nothing', () => {
  expect(dateView('2027-03-28', 'Europe/Berlin')).toEqual({
    fromMs: Date.parse('2027-03-27T23:00:00Z'),
    toMs: Date.parse('2027-03-28T22:00:00Z'),
  });
  for (const wrong of ['', '2027-02-30', '27-03-28', '2027-3-28']) expect(dateView(wrong, 'UTC')).toBeUndefined();
  expect(dateText(Date.parse('2026-12-30T23:30:00Z'), 'Europe/Berlin', 1)).toBe('2027-01-01');
});
