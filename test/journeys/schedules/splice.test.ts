import { expect, it } from 'vitest';
import { followSplices } from '../../proofs/prove-splice.ts';

it('writers who splice one site at once get what a model has, and nobody loses a write', async () => {
  expect(await followSplices({ sites: 2, writers: 6, batchesOfWriter: 50 })).toEqual({ batches: 600, faults: [] });
});
