import { expect, it } from 'vitest';
import { pastTrace } from './past-trace.ts';

const NOW = Date.parse('2030-01-01T10:00:00Z');

function minuteOf(minute: number, orderedkW: number, suppliedkW: number | null) {
  const text = (at: number) => new Date(NOW + at * 60_000).toISOString();
  return { startAt: text(minute), endAt: text(minute + 1), orderedkW, suppliedkW };
}

it('what was ordered and supplied in a minute are steps beside each other, and nothing is drawn where there is no minute', () => {
  const [seconds, ...lines] = pastTrace([minuteOf(-5, 70, 60), minuteOf(-4, 72, null), minuteOf(-2, 50, 49)]);
  const drawn = seconds.map((second, index) => [second / 60 - NOW / 60_000, ...lines.map((line) => line[index])]);
  expect(drawn).toEqual([
    [-5, null, 70, 60],
    [-4, null, 72, null],
    [-3, null, null, null],
    [-2, null, 50, 49],
    [-1, null, null, null],
  ]);
});
