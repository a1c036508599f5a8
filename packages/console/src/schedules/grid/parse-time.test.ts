import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTime, timeText } from './parse-time.ts';

const BERLIN = 'Europe/Berlin';

it('reads a time as the clock of the zone shows it', () => {
  expect(parseTime('2026-11-21 14:15', BERLIN)).toEqual({ kind: 'instant', ms: Date.parse('2026-11-21T13:15:00Z') });
  expect(parseTime('2026-11-21T14:15:30', 'UTC')).toEqual({ kind: 'instant', ms: Date.parse('2026-11-21T14:15:30Z') });
});

it('asks which one is meant when the clock shows a time twice', () => {
  expect(parseTime('2026-10-25 02:30', BERLIN)).toEqual({
    kind: 'twice',
    choices: ['2026-10-25 02:30 +02:00', '2026-10-25 02:30 +01:00'],
  });
});

it('refuses a time that the clock is put forward over', () => {
  expect(parseTime('2026-03-29 02:30', BERLIN)).toMatchObject({ kind: 'bad' });
  expect(parseTime('2026-03-29 03:00', BERLIN)).toEqual({ kind: 'instant', ms: Date.parse('2026-03-29T01:00:00Z') });
});

it.each(['', 'tomorrow', '2026-02-30 10:00', '2026-13-01 10:00', '2026-01-01 24:00', '2026-01-01', '1.1.2026 10:00'])(
  'refuses %j',
  (text) => {
    expect(parseTime(text, BERLIN).kind).toBe('bad');
  },
);

it('reads back every instant that it wrote, on every day of every zone', () => {
  const zone = fc.constantFrom(BERLIN, 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata');
  const second = fc.integer({ min: Date.UTC(2026, 0) / 1_000, max: Date.UTC(2028, 0) / 1_000 });
  fc.assert(
    fc.property(second, zone, (seconds, timeZone) => {
      const ms = seconds * 1_000;
      expect(parseTime(timeText(ms, timeZone), timeZone)).toEqual({ kind: 'instant', ms });
    }),
    {
      examples: [
        [Date.parse('2026-10-25T00:30:00Z') / 1_000, BERLIN],
        [Date.parse('2026-10-25T01:30:00Z') / 1_000, BERLIN],
      ],
    },
  );
});
