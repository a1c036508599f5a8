import { expect, it } from 'vitest';
import { fieldOf, instantOf } from './instant-of.ts';

it.each([
  ['2030-01-01T10:00', '2030-01-01T10:00:00.000Z'],
  ['2030-01-01T10:00:07', '2030-01-01T10:00:07.000Z'],
  ['2030-01-01T10:00:07.25', '2030-01-01T10:00:07.250Z'],
  ['', ''],
])('the field %s is the instant %s', (field, instant) => {
  expect(instantOf(field)).toBe(instant);
  expect(instantOf(fieldOf(instant))).toBe(instant);
});

it('an instant with another offset is shown in UTC, and what is none leaves the field empty', () => {
  expect(fieldOf('2030-01-01T00:30:00+01:00')).toBe('2029-12-31T23:30');
  expect(fieldOf('yesterday')).toBe('');
  expect(fieldOf(undefined)).toBe('');
});
