import { expect, test } from 'vitest';
import { fastClock, manualClock } from './plant-clock.ts';

test.each([1, 60, 1000])('at speed %i simulated time runs that much faster than the wall', (speed) => {
  let wallMs = 5000;
  const clock = fastClock(1_000_000, speed, () => wallMs);
  expect(clock.nowMs()).toBe(1_000_000);
  wallMs += 2500;
  expect(clock.nowMs()).toBe(1_000_000 + 2500 * speed);
});

test('it follows the real wall clock by default', async () => {
  const clock = fastClock(0, 1000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.nowMs()).toBeGreaterThan(0);
});

test.each([0, 0.5, -1, 1001, Number.NaN, Infinity])('a speed of %d is refused', (speed) => {
  expect(() => fastClock(0, speed)).toThrow(/1 to 1000/);
});

test('a manual clock stands still until it is moved', () => {
  const clock = manualClock(100);
  expect(clock.nowMs()).toBe(100);
  clock.advance(50);
  expect(clock.nowMs()).toBe(150);
});
