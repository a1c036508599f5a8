import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyBeat, untilBeat } from './every-beat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['from a beat to the next', 1_000, 500, 500],
  ['from a moment after a beat', 1_000.4, 500, 500],
  ['from far after a beat', 1_240, 500, 260],
  ['from shortly before the next', 1_260, 500, 740],
  ['several at once', 730, 5_000, 4_770],
])('knows the way to a beat: %s', (_, now, ms, expected) => {
  expect(untilBeat(ms, now)).toBe(expected);
});

it('lets what began at different times fall together', () => {
  const taken = new Map<string, number[]>();
  const note = (name: string) => () => void taken.set(name, [...(taken.get(name) ?? []), performance.now()]);
  const beats = [everyBeat(500, note('a'))];
  vi.advanceTimersByTime(170);
  beats.push(everyBeat(1_000, note('b')));
  vi.advanceTimersByTime(170);
  beats.push(everyBeat(1_500, note('c')));
  vi.advanceTimersByTime(10_000);
  for (const beat of beats) beat.stop();
  vi.advanceTimersByTime(10_000);
  const instants = new Set([...taken.values()].flat());
  expect([...instants].every((at) => at % 500 === 0)).toBe(true);
  expect([...taken.values()].map((times) => times.length)).toEqual([20, 10, 6]);
});

it('goes on after work that throws', () => {
  let count = 0;
  const beat = everyBeat(500, () => {
    count += 1;
    throw new Error('no');
  });
  expect(() => vi.advanceTimersByTime(500)).toThrow('no');
  expect(() => vi.advanceTimersByTime(500)).toThrow('no');
  beat.stop();
  expect(count).toBe(2);
});
