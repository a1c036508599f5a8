import { expect, it } from 'vitest';
import { runDatabaseFaults } from './prove-database-faults.ts';

it('nothing acknowledged is lost or doubled, whatever happens to PostgreSQL, the way to it, or a node', async () => {
  const { faults, history } = await runDatabaseFaults({ rounds: 1, frames: { upTo: 40, step: 20 }, seed: 1 });
  expect(faults).toEqual([]);
  expect(history.count('accepted')).toBeGreaterThan(100);
}, 300_000);
