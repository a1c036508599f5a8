import { expect, test } from 'vitest';
import { localClock } from './local-time.ts';

test.each([
  ['UTC', '1970-01-01T00:00:00Z', { day: 0, weekday: 4, hour: 0 }],
  ['UTC', '1969-12-31T12:00:00Z', { day: -1, weekday: 3, hour: 12 }],
  ['Europe/Berlin', '2030-03-31T00:59:59Z', { day: 22_004, weekday: 0, hour: 1 + 3599 / 3600 }],
  ['Europe/Berlin', '2030-03-31T01:00:00Z', { day: 22_004, weekday: 0, hour: 3 }],
  ['Europe/Berlin', '2030-10-27T00:30:00Z', { day: 22_214, weekday: 0, hour: 2.5 }],
  ['Europe/Berlin', '2030-10-27T01:30:00Z', { day: 22_214, weekday: 0, hour: 2.5 }],
  ['Asia/Kathmandu', '2030-01-01T00:00:00Z', { day: 21_915, weekday: 2, hour: 5.75 }],
  ['Australia/Lord_Howe', '2030-10-05T15:30:00Z', { day: 22_193, weekday: 0, hour: 2.5 }],
])('%s at %s shows %j', (zone, instant, expected) => {
  const shown = localClock(zone)(Date.parse(instant));
  expect(shown).toEqual({ ...expected, hour: expect.closeTo(expected.hour, 9) });
});

test.each([
  ['2030-03-30T23:00:00Z', 23],
  ['2030-10-26T22:00:00Z', 25],
  ['2030-06-30T22:00:00Z', 24],
])('the local day that begins at %s has %i hours', (midnight, hours) => {
  const localAt = localClock('Europe/Berlin');
  const startMs = Date.parse(midnight);
  const { day, hour } = localAt(startMs);
  expect(hour).toBe(0);
  expect(localAt(startMs + hours * 3_600_000 - 1).day).toBe(day);
  expect(localAt(startMs + hours * 3_600_000)).toMatchObject({ day: day + 1, hour: 0 });
});
