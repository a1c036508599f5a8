import { expect, it } from 'vitest';
import { watchConvergence } from './prove-convergence.ts';

const TIMEOUT_MS = 300_000;

it('goes the same way each time for the same seed', { timeout: TIMEOUT_MS }, async () => {
  const seeds = Array.from({ length: 6 }, (_, index) => 1_000 + index);
  expect(await watchConvergence(seeds)).toEqual(await watchConvergence(seeds));
});
