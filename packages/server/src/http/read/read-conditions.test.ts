import { describe, expect, it } from 'vitest';
import { readConditions } from './read-conditions.ts';

describe('the conditions of a batch', () => {
  it('are none when no header names one', () => {
    expect(readConditions({ 'if-match': '"1"' })).toEqual({});
  });

  it.each([
    ['0', 0],
    ['7', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('may be version %s', (text, version) => {
    expect(readConditions({ 'if-schedule-version': text })).toEqual({ ifVersion: version });
  });

  it.each(['', ' ', '-1', '+1', '01', '1.0', '1e3', '0x1', '1, 1', '"1"', '*', 'NaN', '9'.repeat(16), '１'])(
    'may not be version %j',
    (text) => {
      expect(() => readConditions({ 'if-schedule-version': text })).toThrow(
        'If-Schedule-Version must be a whole number',
      );
    },
  );

  it.each(['a', '!', '~', 'a,b', '"quoted"', 'k'.repeat(255)])('may be key %s', (idempotencyKey) => {
    expect(readConditions({ 'idempotency-key': idempotencyKey })).toEqual({ idempotencyKey });
  });

  it.each(['', ' ', 'a b', 'a, b', 'é', '\u007f', '\t', 'k'.repeat(256)])('may not be key %j', (key) => {
    expect(() => readConditions({ 'idempotency-key': key })).toThrow('Idempotency-Key must be 1 to 255 visible ASCII');
  });
});
