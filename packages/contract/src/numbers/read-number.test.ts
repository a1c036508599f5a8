import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecimalMark, numberProblem, plainNumber, provenMark, readNumber } from './read-number.ts';

function valueOf(text: string, mark?: DecimalMark): number | string {
  const read = readNumber(text, { mark, unit: 'kW' });
  return read.kind === 'number' ? read.value : read.kind;
}

describe('a number that a person typed', () => {
  it.each([
    ['1,500', 'ambiguous'],
    ['1.200', 'ambiguous'],
    ['+7.5', 7.5],
    ['-12.5', -12.5],
    ['1,5', 1.5],
    ['12,3456', 12.3456],
    ['1 500', 1_500],
    ["1'500,5", 1_500.5],
    ['1,500.25', 1_500.25],
    ['1.500,25', 1_500.25],
    ['1,234,567', 1_234_567],
    ['2e3', 2_000],
    ['-0', 0],
    ['1 5', 'none'],
    ['12,34,567', 'none'],
    ['0x10', 'none'],
    ['1e400', 'none'],
    ['1.', 'none'],
    ['', 'none'],
    ['12 MW', 'none'],
    ['٣', 'none'],
    ['9'.repeat(65), 'none'],
  ])('%j is %j', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it('has the decimal mark that is known', () => {
    const texts = ['1,500', '-2,400', '1.500,25', '1.5', '1.500'];
    expect(texts.map((text) => valueOf(text, ','))).toEqual([1.5, -2.4, 1_500.25, 1.5, 'ambiguous']);
    expect(texts.map((text) => valueOf(text, '.'))).toEqual(['ambiguous', 'ambiguous', 1_500.25, 1.5, 1.5]);
  });

  it.each([
    [',' as const, ['12,5 kW', '-0,125', '1.500,5', '1234,567']],
    ['.' as const, ['1.5', '−0.125', '1,500.5', '1234.567']],
    [undefined, ['1,500', '1.500', '1', '1e3', 'a,b', '']],
  ])('proves a %s, or nothing', (mark, texts) => {
    expect(texts.map((text) => provenMark(text, 'kW'))).toEqual(texts.map(() => mark));
  });

  it('is told with both readings if it has two', () => {
    expect(numberProblem('-1,500')).toBe('can be read as -1500 or as -1.5: write -1500 or -1.5');
    expect(numberProblem('1.234')).toBe('can be read as 1234 or as 1.2340: write 1234 or 1.2340');
    expect([numberProblem('ten'), numberProblem('10')]).toEqual(['is not a number', undefined]);
  });

  it('is itself or refused, however it is written', () => {
    const locales = ['en', 'de', 'fr', 'de-CH', 'sv', 'en-IN'] as const;
    const drawn = fc.record({
      value: fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((watts) => watts / 1_000),
      locale: fc.constantFrom(...locales),
      digits: fc.constantFrom(0, 1, 3),
      unit: fc.constantFrom('', ' kW', '\u00a0kW'),
    });
    fc.assert(
      fc.property(drawn, ({ value, locale, digits, unit }) => {
        const written = (inLocale: string, useGrouping: boolean) =>
          new Intl.NumberFormat(inLocale, { maximumFractionDigits: digits, useGrouping }).format(value);
        const text = written(locale, true);
        const read = readNumber(text + unit, { unit: 'kW' });
        if (read.kind === 'number') expect(read.value).toBe(Number(written('en', false)) || 0);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is read as itself in the form in which we write it', () => {
    const drawn = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer().map((watts) => watts / 1_000),
    );
    fc.assert(
      fc.property(drawn, (value) => {
        expect(readNumber(plainNumber(value))).toEqual({ kind: 'number', value: value === 0 ? 0 : value });
      }),
    );
  });
});
