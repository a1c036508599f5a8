import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from './parse-instant.ts';

const NOON = Date.UTC(2030, 0, 1, 12);

describe('an instant', () => {
  it.each([
    ['2030-01-01T12:00:00Z', NOON],
    ['2030-01-01t12:00:00z', NOON],
    ['2030-01-01T12:00:00.5Z', NOON + 500],
    ['2030-01-01T12:00:00.000999999+00:00', NOON],
    ['1970-01-01T00:00:00Z', 0],
    ['1969-12-31T23:30:00-01:00', 30 * 60_000],
    ['9999-12-31T23:59:59.999Z', Date.UTC(10_000, 0, 1) - 1],
  ])('%s is read', (text, instantMs) => {
    expect(parseInstant(text)).toBe(instantMs);
  });

  it.each([
    '',
    '2030-01-01T12:00Z',
    '2030-01-01T12:00:00',
    '2030-01-01 12:00:00Z',
    '2030-01-01T12:00:00+0100',
    '2030-01-01T12:00:60Z',
    '2030-01-01T24:00:00Z',
    '2030-02-30T12:00:00Z',
    '2100-02-29T12:00:00Z',
    '2030-13-10T12:00:00Z',
    '2030-01-01T12:00:00.Z',
    '2030-01-01T12:00:00.1234567890Z',
    '2030-01-01T12:00:00,5Z',
    '2030-01-01T12:00:00+24:00',
    '2030-01-01T12:00:00+01:60',
    '2030-01-01T12:00:00Z ',
    '+002030-01-01T12:00:00Z',
    '1970-01-01T00:30:00+01:00',
    '9999-12-31T23:59:59-00:01',
    '２030-01-01T12:00:00Z',
  ])('%j is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('is what the calendar says, on every day and in every offset', () => {
    const millisecond = fc.integer({ min: 0, max: Date.UTC(9999, 11, 30) });
    const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
    fc.assert(
      fc.property(millisecond, offset, (instantMs, offsetMinutes) => {
        const local = new Date(instantMs + offsetMinutes * 60_000).toISOString().slice(0, -1);
        const sign = offsetMinutes < 0 ? '-' : '+';
        const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
        const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
        expect(parseInstant(`${local}${sign}${zone}`)).toBe(instantMs);
      }),
    );
  });
});
