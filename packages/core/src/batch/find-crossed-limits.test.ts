import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, write } from '../../testing/series.ts';
import { parseBatch } from './parse-batch.ts';

describe('two limits of one request', () => {
  it.each([
    // upper                  lower                         upper entry × lower entry that cross
    ['00-04: 100', '01-02: 200, 02-03: 50, 03-04: 300', ['0×0', '0×2']],
    ['00-01: 1, 01-02: 9, 02-03: 1', '00-03: 5', ['0×0', '2×0']],
    ['00-01: 1, 05-06: 1', '02-03: 5, 05:30-08: 5', ['1×1']],
    ['04-08: 1, 00-04: 9', '00-08: 5', ['0×0']],
  ])('upper %s and lower %s cross at %j', (upper, lower, crossings) => {
    for (const isUpperFirst of [true, false]) expect(crossingsOf(upper, lower, isUpperFirst)).toEqual(crossings);
  });

  it('are told where and by how much they cross', () => {
    const [problem] = problemsOf('00-04: 100', '03-08: 200', true);
    expect(problem).toEqual({
      rule: 'limits_crossed',
      place: 'schedules[0].entries[0]',
      pair: 'grid/upperLimitkW',
      clashesWith: 'schedules[1].entries[0]',
      text: `from ${at('03')} to ${at('04')} the upper limit 100 kW is below the lower limit 200 kW (schedules[1].entries[0])`,
    });
  });

  it('cross exactly where the upper one is the lower one at some hour', () => {
    fc.assert(
      fc.property(hourly, hourly, (upper, lower) => {
        const isCrossed = upper.some((high, hour) => high !== null && high < (lower[hour] ?? high));
        expect(crossingsOf(hoursOf(upper), hoursOf(lower), true).length > 0).toBe(isCrossed);
      }),
      { numRuns: 1_000 },
    );
  });
});

const hourly = fc.array(fc.option(fc.integer({ min: -3, max: 3 })), { minLength: 8, maxLength: 8 });

function hoursOf(values: readonly (number | null)[]): string {
  return values
    .map((value, hour) => (value === null ? '' : `0${hour}-0${hour + 1}: ${value}`))
    .filter((part) => part !== '')
    .join(', ');
}

function problemsOf(upper: string, lower: string, isUpperFirst: boolean) {
  const schedules = [write('grid/upperLimitkW', upper), write('grid/lowerLimitkW', lower)];
  return parseBatch({ schedules: isUpperFirst ? schedules : schedules.reverse() }).problems;
}

function crossingsOf(upper: string, lower: string, isUpperFirst: boolean): string[] {
  return problemsOf(upper, lower, isUpperFirst).map(({ rule, place, clashesWith }) => {
    expect(rule).toBe('limits_crossed');
    return `${entryNumber(place)}×${entryNumber(clashesWith ?? '')}`;
  });
}

function entryNumber(place: string): string {
  return /entries\[(\d+)\]$/.exec(place)?.[1] ?? place;
}
