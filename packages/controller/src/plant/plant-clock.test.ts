import { expect, test } from 'vitest';
import { evenClock } from './plant-clock.ts';

test('the clock of the devices goes on evenly from where it started', () => {
  let elapsedMs = 500;
  const clock = evenClock(1_000_000, () => elapsedMs);
  expect(clock.nowMs()).toBe(1_000_000);
  elapsedMs += 2_000;
  expect(clock.nowMs()).toBe(1_002_000);
});
