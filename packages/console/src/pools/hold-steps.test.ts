import { expect, it } from 'vitest';
import { holdSteps } from './past-trace.ts';

it('a value lasts until it is known no more', () => {
  const held = holdSteps([
    [0, 60, 90, 120],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [10, 20, null, null],
  ]);
  expect(held).toEqual([
    [0, 60, 89.999, 90, 120],
    [1, 2, 2, 3, 4],
    [1, 2, 2, 3, 4],
    [10, 20, 20, null, null],
  ]);
});

it('where every value is followed by another, nothing is added', () => {
  const trace = [
    [0, 60],
    [null, 2],
    [1, 2],
    [null, null],
  ] as const;
  expect(holdSteps(trace)).toEqual(trace);
});
