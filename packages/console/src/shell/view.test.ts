import { expect, it } from 'vitest';
import { daysView } from './view.ts';

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
