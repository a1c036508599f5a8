import { expect, it } from 'vitest';
import { createPace } from './pace.ts';
import { TooMuch } from './too-much.ts';

function paceOn() {
  const clock = { now: 1_000_000 };
  const waited: number[] = [];
  const wait = async (ms: number) => void waited.push(ms);
  const pace = createPace('too fast', { perMinute: 60, patienceMs: 10_000, now: () => clock.now, wait });
  return { clock, waited, pace };
}

it('lets through at once what a caller may use in a minute, and makes more of it wait', async () => {
  const { pace, waited } = paceOn();
  for (let taken = 0; taken < 60; taken += 1) await pace.take('a', 1);
  expect(waited).toEqual([]);
  await pace.take('a', 1);
  await pace.take('a', 2);
  expect(waited).toEqual([1_000, 3_000]);
});

it('refuses what would wait too long, which then counts for nothing', async () => {
  const { pace, waited, clock } = paceOn();
  await pace.take('a', 60);
  await pace.take('a', 10);
  await expect(pace.take('a', 1)).rejects.toThrow(TooMuch);
  await expect(pace.take('a', 5)).rejects.toMatchObject({ message: 'too fast', retryAfterSeconds: 5 });
  clock.now += 1_000;
  await pace.take('a', 1);
  expect(waited).toEqual([10_000, 10_000]);
});

it('lets through as much in the first moment of the process', async () => {
  const { pace, waited, clock } = paceOn();
  clock.now = 0;
  await pace.take('a', 60);
  expect(waited).toEqual([]);
});

it('makes nobody wait for another', async () => {
  const { pace, waited } = paceOn();
  await pace.take('a', 70);
  await pace.take('b', 60);
  expect(waited).toEqual([10_000]);
});

it('counts anew what lies a minute back', async () => {
  const { pace, waited, clock } = paceOn();
  await pace.take('a', 60);
  clock.now += 30_000;
  await pace.take('a', 30);
  expect(waited).toEqual([]);
  await pace.take('a', 1);
  expect(waited).toEqual([1_000]);
});
