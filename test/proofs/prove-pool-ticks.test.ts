import { expect, it } from 'vitest';
import { playTicks } from './prove-pool-ticks.ts';

it('divides every signal as a model that shares no code with the split', () => {
  const { counts, faults } = playTicks(7, 5_000);
  expect(faults).toEqual([]);
  expect(Math.min(counts.short, counts.surplus, counts.same)).toBeGreaterThan(20);
});
