import { expect, it } from 'vitest';
import { deviatingRun, type Judgement } from './deviating-run.ts';

const HOUR = 3_600_000;

// A letter for each quarter of an hour: deviating, followed, unknown, or nothing set.
it.each([
  ['d', '0-1'],
  ['ddd', '0-3'],
  ['df', ''],
  ['dfd', '2-3'],
  ['u', ''],
  // Nobody can say that it followed: the run goes on, but is no longer than what is known.
  ['duu', '0-1'],
  ['dud', '0-3'],
  ['dufd', '3-4'],
  ['d  d', '0-4'],
  // What was not followed six hours ago is history.
  [`d${' '.repeat(23)}d`, '0-25'],
  [`d${' '.repeat(24)}d`, '25-26'],
])('%s is deviating in %s', (picture, expected) => {
  const run = deviatingRun(undefined, judgementsOf(picture));
  expect(run === undefined ? '' : `${quarterOf(run.since)}-${quarterOf(run.until)}`).toBe(expected);
});

function judgementsOf(picture: string): Judgement[] {
  const states = { d: 'deviating', f: 'followed', u: 'unknown' } as const;
  return Array.from(picture).flatMap((letter, quarter) => {
    const state = letter === ' ' ? undefined : states[letter as keyof typeof states];
    return state === undefined ? [] : [{ state, fromAt: (quarter * HOUR) / 4, endAt: ((quarter + 1) * HOUR) / 4 }];
  });
}

const quarterOf = (at: number) => (at * 4) / HOUR;
