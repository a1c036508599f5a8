import fc from 'fast-check';
import { findPair, type PairName, type ScheduleEntry } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, write } from '../../testing/series.ts';
import { explainBadInstant } from '../time/explain-bad-instant.ts';
import { parseEntries } from './parse-entries.ts';
import type { Problem } from './problem.ts';

describe('an offset without its colon', () => {
  it.each([
    ['2030-01-01T00:00:00+0100', '; write the offset as +01:00, not +0100'],
    ['2030-01-01T00:00:00.5-0000', '; write the offset as -00:00, not -0000'],
    ['2030-01-01T00:00+0100', ''],
    ['1969-01-01T00:00:00+0100', ''],
  ])('is told of %s', (text, hint) => {
    const base = `${JSON.stringify(text)} is not an RFC 3339 date-time with seconds and an offset, from 1970 to 9999`;
    expect(explainBadInstant(text)).toBe(base + hint);
  });
});

describe('the entries of a command', () => {
  it.each([
    ['grid/activePowerkW', Number.MAX_VALUE, true],
    ['grid/activePowerkW', Number.POSITIVE_INFINITY, false],
    ['grid/afrrImportBookingkW', 0, true],
    ['grid/afrrImportBookingkW', -Number.MIN_VALUE, false],
    ['solar/solarCurtailmentPcnt', 0, true],
    ['solar/solarCurtailmentPcnt', 100.000001, false],
  ] as const)('of %s may hold %d: %s', (pair, value, isTaken) => {
    const { problems } = read(pair, [{ startAt: at('00'), endAt: at('01'), value }]);
    const expected = isTaken
      ? []
      : [expect.objectContaining({ rule: 'value_range', place: 'schedules[3].entries[0].value', pair })];
    expect(problems).toEqual(expected);
  });

  it.each([
    // hours                                            later×earlier entries that overlap
    ['03-08: 1, 00-04: 1', ['0×1']],
    ['00-08: 1, 01-02: 1, 03-04: 1', ['1×0', '2×0']],
    ['00-04: 1, 01-06: 1, 05-07: 1', ['1×0', '2×1']],
  ])('%s overlap at %j', (hours, overlaps) => {
    const { problems } = read('grid/activePowerkW', write('grid/activePowerkW', hours).entries);
    expect(
      problems.map(({ rule, place, clashesWith }) => [rule, `${numberOf(place)}×${numberOf(clashesWith)}`]),
    ).toEqual(overlaps.map((pair) => ['overlap', pair]));
  });

  it.each([
    ['2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z', 'empty_interval', ''],
    ['2026-06-01T01:00:00+01:00', '2026-06-01T00:00:00Z', 'empty_interval', ''],
    ['2026-06-01T00:00:00.0001Z', '2026-06-01T00:00:00.0009Z', 'empty_interval', ''],
    ['2026-06-01', '2026-06-02T00:00:00Z', 'instant', '.startAt'],
    ['2026-06-01T00:00:00Z', 'tomorrow', 'instant', '.endAt'],
  ])('from %s to %s are a problem: %s', (startAt, endAt, rule, field) => {
    const { placed, problems } = read('grid/activePowerkW', [{ startAt, endAt, value: 1 }]);
    expect(placed).toEqual([]);
    expect(problems).toMatchObject([{ rule, place: `schedules[3].entries[0]${field}` }]);
  });

  it('show no more than the beginning of an endless text', () => {
    const { problems } = read('grid/activePowerkW', [{ startAt: 'x'.repeat(1e6), endAt: at('01'), value: 1 }]);
    expect(problems[0]?.text.length).toBeLessThan(200);
  });

  it('come back by their start, whatever their order was, and know where they stood', () => {
    const entries = write('grid/activePowerkW', '00-01: 0, 01-02: 1, 02-03: 2, 05-06: 3, 06-07: 4').entries;
    fc.assert(
      fc.property(fc.shuffledSubarray([...entries]), (shuffled) => {
        const { placed, problems } = read('grid/activePowerkW', shuffled);
        expect(problems).toEqual([]);
        expect(placed.map(({ value }) => value)).toEqual(
          shuffled.map(({ value }) => value).toSorted((one, other) => one - other),
        );
        for (const { startAt, endAt, value, index } of placed)
          expect(shuffled[index]).toEqual({ startAt, endAt, value });
      }),
    );
  });

  it('overlap exactly when two of them share a millisecond', () => {
    const interval = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 6 }), (intervals) => {
        const entries = intervals.map(([startMs, length]) => ({
          startAt: new Date(startMs).toISOString(),
          endAt: new Date(startMs + length).toISOString(),
          value: 1,
        }));
        const taken = intervals.flatMap(([startMs, length]) => Array.from({ length }, (_, ms) => startMs + ms));
        expect(read('grid/activePowerkW', entries).problems.length > 0).toBe(new Set(taken).size < taken.length);
      }),
      { numRuns: 1_000 },
    );
  });
});

function read(pair: PairName, entries: readonly ScheduleEntry[]) {
  const row = findPair(pair)?.row;
  if (row === undefined) throw new Error(`${pair} is in no row of the catalogue`);
  const problems: Problem[] = [];
  return { placed: parseEntries({ index: 3, pair, row }, entries, problems), problems };
}

function numberOf(place: string | undefined): string | undefined {
  return /entries\[(\d+)\]$/.exec(place ?? '')?.[1];
}
