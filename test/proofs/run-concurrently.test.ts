import { expect, it } from 'vitest';
import { runConcurrently } from './run-concurrently.ts';

it('numbers every batch of many callers on few sites once, and no answer contradicts the log', async () => {
  const { history, faults } = await runConcurrently({ callers: 24, sites: 3, batchesEach: 40, seed: 1 });
  expect(faults).toEqual([]);
  expect(history.count('accepted')).toBeGreaterThan(300);
});
