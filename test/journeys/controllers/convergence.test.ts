import { expect, it } from 'vitest';
import { watchConvergence } from '../../proofs/prove-convergence.ts';

const WORLDS = 15;

it('brings every controller in step with the store once the faults are over', async () => {
  const { faults, inStepAfterMs } = await watchConvergence(Array(WORLDS).keys());
  expect(faults).toEqual([]);
  // Had nothing been wrong in the first place, it would prove nothing.
  expect(inStepAfterMs.filter((afterMs) => afterMs > 1_000).length).toBeGreaterThan(WORLDS / 2);
});
