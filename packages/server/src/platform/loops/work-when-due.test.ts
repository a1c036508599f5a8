import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DueStep, workWhenDue } from './work-when-due.ts';

const PAUSE = 100;
const REST = 5_000;

let isChosen = true;
let taken: number[] = [];
const failures: unknown[] = [];
const work = {
  now: () => Date.now(),
  isChosen: () => Promise.resolve(isChosen),
  onFailure: (cause: unknown) => void failures.push(cause),
  pauseMs: PAUSE,
  restMs: REST,
};
let startedAt = 0;

beforeEach(() => {
  vi.useFakeTimers();
  isChosen = true;
  taken = [];
  failures.length = 0;
  startedAt = Date.now();
});

afterEach(() => void vi.useRealTimers());

/** Notes when each step is taken, in milliseconds from the beginning. */
function noting(step: DueStep): DueStep {
  return (signal) => {
    taken.push(Date.now() - startedAt);
    return step(signal);
  };
}

const nothing: DueStep = () => Promise.resolve(undefined);

it.each<[string, DueStep, number, number[]]>([
  [
    'rests while nothing is due, and looks now and then all the same',
    nothing,
    PAUSE + 2 * REST,
    [PAUSE, REST, 2 * REST],
  ],
  [
    'takes the next step at the instant that the last one named',
    () => Promise.resolve(Date.now() + 1_234),
    PAUSE + 2 * 1_234,
    [PAUSE, PAUSE + 1_234, PAUSE + 2 * 1_234],
  ],
  [
    'takes one step after the other while more is due, with a pause in between',
    () => Promise.resolve(0),
    3 * PAUSE,
    [PAUSE, 2 * PAUSE, 3 * PAUSE],
  ],
])('%s', async (_fact, step, ms, expected) => {
  const working = workWhenDue(work, noting(step));
  await vi.advanceTimersByTimeAsync(ms);
  await working.stop();
  expect(taken).toEqual(expected);
});

it('wakes at news, once for all that come together', async () => {
  const working = workWhenDue(work, noting(nothing));
  await vi.advanceTimersByTimeAsync(1_000);
  for (let news = 0; news < 10; news += 1) working.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  await working.stop();
  expect(taken).toEqual([PAUSE, 1_000]);
});

it('looks again at what was told during a step', async () => {
  const begun = Promise.withResolvers<void>();
  const working = workWhenDue(
    work,
    noting(() => begun.promise.then(() => undefined)),
  );
  await vi.advanceTimersByTimeAsync(PAUSE);
  working.wake();
  begun.resolve();
  await vi.advanceTimersByTimeAsync(PAUSE);
  await working.stop();
  expect(taken).toEqual([PAUSE, 2 * PAUSE]);
});

it('takes a step that failed again after a pause', async () => {
  const failure = new Error('the store does not answer');
  const working = workWhenDue(
    work,
    noting(() => Promise.reject(failure)),
  );
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  await working.stop();
  expect([taken, failures]).toEqual([
    [PAUSE, 2 * PAUSE],
    [failure, failure],
  ]);
});

it('takes no step while another node is chosen, and one within a second when that is over', async () => {
  isChosen = false;
  const working = workWhenDue(work, noting(nothing));
  await vi.advanceTimersByTimeAsync(PAUSE);
  working.wake();
  await vi.advanceTimersByTimeAsync(3_000);
  isChosen = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await working.stop();
  expect(taken).toEqual([4_000]);
});

it('takes none once it is stopped', async () => {
  const working = workWhenDue(work, noting(nothing));
  await working.stop();
  working.wake();
  await vi.advanceTimersByTimeAsync(2 * REST);
  expect(taken).toEqual([]);
});
