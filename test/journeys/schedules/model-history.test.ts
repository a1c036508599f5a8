import { expect, it } from 'vitest';
import { followModel } from '../../proofs/prove-model-history.ts';

it('the service answers hundreds of random batches as the model does', async () => {
  const { batches, accepted } = await followModel({ seeds: [1, 2], batchesPerSeed: 800 });
  expect(batches).toBe(1_600);
  expect(accepted).toBeGreaterThan(800);
});
