import { describe, expect, it } from 'vitest';
import { dependsOnZone, durationMs, readTime } from './read-time.ts';

// In Berlin it is still the 15th, in Tokyo the 16th.
const CONTEXT = { zone: 'Europe/Berlin', nowMs: Date.parse('2030-01-15T18:30:00Z') };

describe('a time', () => {
  it.each([
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
    ['2030-01-01T00:00:00+02:00', '2030-01-01T00:00:00+02:00'],
    ['2030-01-01T00:00:00.5Z', '2030-01-01T00:00:00.5Z'],
    ['2030-01-01 06:00:00Z', '2030-01-01T06:00:00Z'],
    ['2030-01-01T06:00Z', '2030-01-01T06:00:00Z'],
    ['2030-01-01', '2029-12-31T23:00:00.000Z'],
    ['2030-07-01', '2030-06-30T22:00:00.000Z'],
    ['2030-07-01 06:00', '2030-07-01T04:00:00.000Z'],
    ['2030-07-01 06:00:30', '2030-07-01T04:00:30.000Z'],
    ['2030-07-01  6:00', '2030-07-01T04:00:00.000Z'],
    ['23:59', '2030-01-15T22:59:00.000Z'],
    ['now', '2030-01-15T18:30:00.000Z'],
    [' NOW ', '2030-01-15T18:30:00.000Z'],
    ['today 14:00', '2030-01-15T13:00:00.000Z'],
    ['tomorrow', '2030-01-15T23:00:00.000Z'],
    ['yesterday', '2030-01-13T23:00:00.000Z'],
    ['+3d', '2030-01-18T18:30:00.000Z'],
    ['+1h30m', '2030-01-15T20:00:00.000Z'],
    ['-2h', '2030-01-15T16:30:00.000Z'],
  ])('%j is %s', (text, at) => {
    expect(readTime(text, CONTEXT)).toEqual({ kind: 'instant', at });
  });

  it.each([
    '',
    ' ',
    'soon',
    '2030',
    '2030-02-30T00:00:00Z',
    '2030-13-01',
    '01.02.2030',
    '24:00',
    '12:60',
    '2030-01-0106:00',
    '2h',
    '+2',
    '2030-01-01 06:00 CET',
  ])('%j is none', (text) => {
    expect(readTime(text, CONTEXT)).toEqual({ kind: 'unreadable' });
  });

  it('of the hour that comes twice is refused, with both instants', () => {
    expect(readTime('2030-10-27 02:30', CONTEXT)).toEqual({
      kind: 'two_readings',
      isSkipped: false,
      readings: ['2030-10-27T02:30:00+02:00', '2030-10-27T02:30:00+01:00'],
    });
    expect(readTime('2030-10-27 03:00', CONTEXT)).toMatchObject({ at: '2030-10-27T02:00:00.000Z' });
  });

  it('of the hour that is left out is refused, with both instants', () => {
    expect(readTime('2030-03-31 02:30', CONTEXT)).toEqual({
      kind: 'two_readings',
      isSkipped: true,
      readings: ['2030-03-31T02:30:00+01:00', '2030-03-31T02:30:00+02:00'],
    });
    expect(readTime('2030-03-31 03:00', CONTEXT)).toMatchObject({ at: '2030-03-31T01:00:00.000Z' });
  });

  it('that is a day begins when the clock first shows it, also where midnight is left out or comes twice', () => {
    // Beirut's clock goes forward from 00:00 to 01:00, Havana's back from 01:00 to 00:00.
    const beirut = readTime('2024-03-31', { ...CONTEXT, zone: 'Asia/Beirut' });
    expect(beirut).toEqual({ kind: 'instant', at: '2024-03-30T22:00:00.000Z' });
    const havana = readTime('2024-11-03', { ...CONTEXT, zone: 'America/Havana' });
    expect(havana).toEqual({ kind: 'instant', at: '2024-11-03T04:00:00.000Z' });
  });

  it('of today is one of the day in the zone', () => {
    const tokyo = readTime('today', { ...CONTEXT, zone: 'Asia/Tokyo' });
    expect(tokyo).toEqual({ kind: 'instant', at: '2030-01-15T15:00:00.000Z' });
  });

  it.each([
    ['2030-01-01', true],
    ['tomorrow 06:00', true],
    ['2030-01-01T00:00:00Z', false],
    ['now', false],
    ['soon', false],
  ])('%j depends on the zone: %s', (text, depends) => {
    expect(dependsOnZone(text)).toBe(depends);
  });
});

describe('a duration', () => {
  it.each([
    ['90s', 90_000],
    ['15min', 900_000],
    ['2h', 7_200_000],
    ['1h30m', 5_400_000],
  ])('%j is %d ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', '90', '1 h', '30m1h', '-2h'])('%j is none', (text) => {
    expect(durationMs(text)).toBeUndefined();
  });
});
