import { expect, it } from 'vitest';
import { watchConvergence } from './prove-convergence.ts';

const TIMEOUT_MS = 300_000;

it('brings every controller in step with the store once the faults are over', { timeout: TIMEOUT_MS }, async () => {
  const { faults, inStepAfterMs } = await watchConvergence(Array(80).keys());
  expect(faults).toEqual([]);
  // Had nothing been wrong in the first place, it would prove nothing.
  expect(inStepAfterMs.filter((afterMs) => afterMs > 1_000).length).toBeGreaterThan(40);
});

it('goes the same way each time for the same seed', { timeout: TIMEOUT_MS }, async () => {
  const seeds = Array.from({ length: 6 }, (_, index) => 1_000 + index);
  expect(await watchConvergence(seeds)).toEqual(await watchConvergence(seeds));
});
