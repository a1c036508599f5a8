import { expect, it } from 'vitest';
import { killAtRandom } from './kill-at-random.ts';

it('loses no acknowledged batch to kills under load', async () => {
  const { history, faults } = await killAtRandom({ kills: 3, seed: 1 });
  expect(faults).toEqual([]);
  expect(history.count('accepted')).toBeGreaterThan(20);
}, 240_000);
