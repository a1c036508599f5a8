import { expect, it } from 'vitest';
import { playTicks } from '../../proofs/prove-pool-ticks.ts';

// Of sixty seeds the one with the most of what is rare.
const SEED = 36;

it('divides every signal as a model that shares no code with the split', async () => {
  const { counts, faults } = await playTicks(SEED, 1_000);
  expect(faults).toEqual([]);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
});
