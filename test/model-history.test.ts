import { expect, it } from 'vitest';
import { followModel } from './proofs/prove-model-history.ts';

it('the service answers thousands of random batches as the model does', async () => {
  const { batches, accepted } = await followModel({ seeds: [1, 2, 3, 4], batchesPerSeed: 800 });
  expect(batches).toBe(3_200);
  expect(accepted).toBeGreaterThan(1_600);
});
