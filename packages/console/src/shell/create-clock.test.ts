import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClock } from './create-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 10_400 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('ticks for all listeners by one timer, and has none without listeners', () => {
  const clock = createClock();
  expect([clock.now(), vi.getTimerCount()]).toEqual([10_000, 0]);
  const heard: string[] = [];
  const stops = ['a', 'b', 'c'].map((name) => clock.subscribe(() => heard.push(`${name} ${clock.now()}`)));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['a 11000', 'b 11000', 'c 11000']);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('shows all the same second until the next tick, and the right one after a time without listeners', () => {
  const clock = createClock();
  const stop = clock.subscribe(() => undefined);
  expect(clock.now()).toBe(10_000);
  vi.advanceTimersByTime(700);
  expect(clock.now()).toBe(10_000);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(clock.now()).toBe(71_000);
});
