import { expect, it } from 'vitest';
import { clockOffset, type ClockReading, readingsToCompare } from './clock-offset.ts';

const SECOND = 1_000;

/** What is said after each of some reports, so many seconds apart. */
function offsetsOf(seconds: number, delaysMs: readonly number[]) {
  let readings: readonly ClockReading[] = [];
  return delaysMs.map((offsetMs, index) => {
    const at = index * seconds * SECOND;
    const before = readingsToCompare(readings, at);
    readings = [...before, { at, offsetMs }];
    return clockOffset(offsetMs, before.length === 0 ? null : Math.min(...before.map((one) => one.offsetMs)));
  });
}

it.each<[string, number, number[], (number | null)[]]>([
  ['is right by one report', 30, [20], [20]],
  ['is not behind by one report', 30, [5_000, 20], [null, 20]],
  ['is behind by two that agree from the beginning', 30, [90_000, 90_010], [null, 90_000]],
  ['is not behind where two were late', 30, [20, 1_500, 1_600, 20], [20, 20, 20, 20]],
  ['was set where three agree', 30, [20, 1_500, 1_600, 1_550], [20, 20, 20, 1_500]],
  ['is not behind where all wait for ten seconds', 2, [20, 9_000, 7_000, 5_000, 3_000, 20], [20, 20, 20, 20, 20, 20]],
  ['is ahead by one report', 30, [20, -3_000, -2_000], [20, -3_000, -2_000]],
])('a clock %s', (_, seconds, delays, expected) => {
  expect(offsetsOf(seconds, delays)).toEqual(expected);
});
