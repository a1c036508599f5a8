import { describe, expect, it } from 'vitest';
import { dayBounds } from './day-bounds.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function hoursOf(day: string, timeZone: string): number | string {
  const bounds = dayBounds(day, timeZone);
  return bounds.kind === 'day' ? (bounds.toMs - bounds.fromMs) / HOUR : bounds.kind;
}

describe('a day in a time zone', () => {
  it.each([
    ['2027-03-28', 'Europe/Berlin', 23],
    ['2027-10-31', 'Europe/Berlin', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2026-03-29', 'Antarctica/Troll', 22],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2011-12-29', 'Pacific/Apia', 24],
    ['2011-12-30', 'Pacific/Apia', 'left_out'],
    ['2026-02-29', 'UTC', 'no_date'],
    ['2026-13-01', 'UTC', 'no_date'],
    ['1969-12-31', 'UTC', 'no_date'],
    ['2026-06-01T00:00', 'UTC', 'no_date'],
    ['2026-06-01', '+01:00', 'no_zone'],
    ['2026-06-01', 'Europe/Bielefeld', 'no_zone'],
    ['2026-06-01', '', 'no_zone'],
  ])('%s in %s has %s hours', (day, timeZone, hours) => {
    expect(hoursOf(day, timeZone)).toBe(hours);
  });

  // Where the clock went, every day of two years: one by one they leave no gap, and their dates are those of the calendar.
  it.each([
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Antarctica/Troll',
    'Asia/Beirut',
    'Africa/Cairo',
    'America/Santiago',
    'America/Havana',
    'Pacific/Chatham',
  ])('follows on the day before in %s, and has its date from begin to end', (timeZone) => {
    const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    let end: number | undefined;
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2027, 0, 1); at += DAY) {
      const day = new Date(at).toISOString().slice(0, 10);
      const bounds = dayBounds(day, timeZone);
      if (bounds.kind !== 'day') throw new Error(`${day} is ${bounds.kind}`);
      expect([end ?? bounds.fromMs, day]).toEqual([bounds.fromMs, day]);
      for (const inside of [bounds.fromMs, bounds.toMs - 1, (bounds.fromMs + bounds.toMs) / 2])
        expect(calendar.format(inside)).toBe(day);
      end = bounds.toMs;
    }
  });
});
