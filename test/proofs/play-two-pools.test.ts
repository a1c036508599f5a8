import { expect, it } from 'vitest';
import { playTwoPools } from './play-two-pools.ts';

it('two pools over the same sites order in sum what each can do, and tell what is missing', () => {
  const { counts, faults } = playTwoPools(7, 3_000);
  expect(faults).toEqual([]);
  expect(counts.surplus).toBeGreaterThan(0);
  expect(Math.min(counts.crossed, counts.short, counts.shared, counts.silent, counts.full)).toBeGreaterThan(20);
});
