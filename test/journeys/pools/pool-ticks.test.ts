import { expect, it } from 'vitest';
import { playTicks } from '../../proofs/prove-pool-ticks.ts';

it('divides every signal as a model that shares no code with the split', async () => {
  const { counts, faults } = await playTicks(7, 1_000);
  expect(faults).toEqual([]);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
});
