import { expect, it } from 'vitest';
import { clockText, exactWhenText, whenText, zoneText } from './when-text.ts';

const timeZone = 'Europe/Berlin';
const now = Date.parse('2030-03-31T10:00:00Z');

it.each([
  ['2030-03-31T21:59:59Z', '23:59', '23:59:59'],
  ['2030-03-31T22:00:00Z', '2030-04-01 00:00', '2030-04-01 00:00:00'],
  ['2029-12-31T23:30:05Z', '2030-01-01 00:30', '2030-01-01 00:30:05'],
])('%s in Berlin is %s', (instant, when, exact) => {
  const shown = { timeZone, now };
  expect([whenText(Date.parse(instant), shown), exactWhenText(Date.parse(instant), shown)]).toEqual([when, exact]);
});

it('a time of day has 24 hours, and its zone the name of the season', () => {
  expect(clockText(Date.parse('2030-03-30T23:00:00Z'), timeZone)).toBe('00:00');
  expect(zoneText(Date.parse('2030-03-30T12:00:00Z'), timeZone)).toBe('CET');
  expect(zoneText(Date.parse('2030-03-31T12:00:00Z'), timeZone)).toBe('CEST');
  expect(zoneText(now, 'UTC')).toBe('UTC');
});
