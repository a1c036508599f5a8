import { expect, it } from 'vitest';
import { killAtRandom } from '../../proofs/kill-at-random.ts';

it('loses no acknowledged batch to a kill under load', async () => {
  const { history, faults } = await killAtRandom({ times: 1, seed: 1 });
  expect(faults).toEqual([]);
  expect(history.count('accepted')).toBeGreaterThan(5);
});
