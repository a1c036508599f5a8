import { expect, it } from 'vitest';
import { laySupplied } from './lay-supplied.ts';
import type { Trace } from './past-trace.ts';

const NOW = Date.parse('2030-01-01T10:00:00Z');
const second = (minute: number) => NOW / 1_000 + minute * 60;

function minuteOf(minute: number, suppliedkW: number | null) {
  const text = (at: number) => new Date(NOW + at * 60_000).toISOString();
  return { startAt: text(minute), endAt: text(minute + 1), suppliedkW };
}

function drawn([seconds, ...lines]: Trace) {
  return seconds.map((at, index) => [(at - second(0)) / 60, ...lines.map((line) => line[index])]);
}

const PAST: Trace = [
  [second(-5), second(-3.5)],
  [0, 70],
  [0, 69],
  [null, null],
];

it('what was supplied in a minute is a step, beside what was asked for then', () => {
  expect(drawn(laySupplied(PAST, [minuteOf(-4, 10), minuteOf(-3, 60), minuteOf(-1, 65)]))).toEqual([
    [-5, 0, 0, null],
    [-4, 0, 0, 10],
    [-3.5, 70, 69, 10],
    [-3, 70, 69, 60],
    [-2, 70, 69, null],
    [-1, 70, 69, 65],
    [0, 70, 69, null],
  ]);
});

it('where it is not known, nothing is drawn; before the first signal that is known, it stands alone', () => {
  expect(drawn(laySupplied(PAST, [minuteOf(-6, 5), minuteOf(-5, null)]))).toEqual([
    [-6, null, null, 5],
    [-5, 0, 0, null],
    [-4, 0, 0, null],
    [-3.5, 70, 69, null],
  ]);
  expect(laySupplied(PAST, [])).toEqual(PAST);
});
