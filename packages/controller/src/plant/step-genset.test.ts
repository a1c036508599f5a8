import { expect, test } from 'vitest';
import { newGenset, stepGenset, type GensetState } from './step-genset.ts';

const config = { ratedKw: 100, minKw: 30, startDelayS: 5, minRunS: 20, rampKwPerS: 20 };

/** One target per second. */
function run(targets: (number | null)[]): GensetState[] {
  let state = newGenset(config);
  return targets.map((target) => {
    state = stepGenset(state, target, 1);
    return state;
  });
}
const times = (count: number, target: number | null): (number | null)[] => Array<number | null>(count).fill(target);
const powers = (targets: (number | null)[]): number[] => run(targets).map((state) => state.powerKw);

test('it brings power only after its start delay, then ramps', () => {
  expect(powers(times(10, 70))).toEqual([0, 0, 0, 0, 0, 20, 40, 60, 70, 70]);
});

test('without a target it still runs its minimum time, at its least power', () => {
  const states = run([...times(7, 70), ...times(30, 0)]);
  expect(states.map((state) => state.powerKw).slice(5, 28)).toEqual([20, 40, ...times(18, 30), 10, 0, 0]);
  expect(states.filter((state) => state.phase === 'running').length).toBeGreaterThanOrEqual(config.minRunS);
  expect(states.at(-1)?.phase).toBe('off');
});

test('a start that is called off while cranking brings nothing and starts afresh', () => {
  expect(powers([...times(4, 70), ...times(1, 0), ...times(6, 70)])).toEqual([...times(10, 0), 20]);
});

test.each([
  [5, 30],
  [250, 100],
])('asked for %i kW it settles at %i', (targetKw, settledKw) => {
  expect(powers(times(60, targetKw)).at(-1)).toBe(settledKw);
});

test('wanted again while it ramps down, it goes on running', () => {
  const states = run([...times(30, 100), ...times(2, 0), ...times(3, 100)]);
  expect(states.slice(30).map((state) => state.powerKw)).toEqual([80, 60, 80, 100, 100]);
});
