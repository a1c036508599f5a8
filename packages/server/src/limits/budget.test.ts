import { expect, it } from 'vitest';
import { testBudget } from '../../testing/test-budget.ts';
import { createPace } from './budget.ts';
import { TooMuch } from './too-much.ts';

const WAITING = 64;

it.each([
  ['computing', 'computedAtOnce'],
  ['writing', 'writesAtOnce'],
  ['opening', 'openAtOnce'],
] as const)('%s takes a part of the share, and gives it back however the work ends', async (kind, share) => {
  const budget = testBudget({ [share]: 1 });
  let fail = (_cause: Error) => {};
  const first = budget[kind]('one', () => new Promise<string>((_, reject) => (fail = reject)));
  const failed = first.catch(String);
  const waiting = Array.from({ length: WAITING }, (_, number) => budget[kind]('one', async () => number));
  await expect(budget[kind]('one', async () => 'refused')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await budget[kind]('other', async () => 'other')).toBe('other');
  fail(new Error('the work failed'));
  expect(await failed).toContain('the work failed');
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: WAITING }, (_, number) => number));
});

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
