import { expect, test } from 'vitest';
import { noTarget, type Refusals } from '../driver/driver.ts';
import { judgeRefusals } from './judge-refusals.ts';

const target = { ...noTarget, bessKw: 5 };
const silent = { bessKw: { kind: 'unknown', reason: 'no answer' } } satisfies Refusals;
const refused = { bessKw: { kind: 'refused', reason: 'exception 4' } } satisfies Refusals;
const taken: Refusals = {};

/** What stands after each second. */
function standings(refusals: readonly Refusals[]): (string | undefined)[] {
  const judge = judgeRefusals();
  judge.begin();
  return refusals.map((each, second) => {
    judge.judge(each, target, second * 1_000);
    return judge.standing().get('bessKw');
  });
}

const repeat = (one: Refusals, times: number): Refusals[] => Array.from({ length: times }, () => one);

test('a link that comes and goes is no refusal once the order was taken', () => {
  const flaky = Array.from({ length: 100 }, (_, second) => (second % 4 === 3 ? silent : taken));
  expect(new Set(standings(flaky))).toEqual(new Set([undefined]));
});

test('a link that stays away is one after ten seconds', () => {
  expect(standings([taken, ...repeat(silent, 12)]).indexOf('no answer')).toBe(10);
});

test('a refusal stands until it is gone for ten seconds', () => {
  const seconds = standings([taken, refused, ...repeat(taken, 5), refused, ...repeat(taken, 12)]);
  expect(seconds.map((reason) => reason !== undefined)).toEqual([
    false,
    ...Array.from({ length: 16 }, () => true),
    ...Array.from({ length: 3 }, () => false),
  ]);
});

test('another schedule begins anew', () => {
  const judge = judgeRefusals();
  judge.judge(taken, target, 0);
  judge.begin();
  judge.judge(silent, target, 1_000);
  expect(judge.pending()).toBe('unknown');
  expect(judge.standing().get('bessKw')).toBe('no answer');
  judge.judge(taken, target, 2_000);
  expect(judge.pending()).toBeUndefined();
});

test('a part without a target refuses nothing', () => {
  const judge = judgeRefusals();
  judge.judge(refused, target, 0);
  judge.judge(taken, noTarget, 1_000);
  expect(judge.standing().size).toBe(0);
});
