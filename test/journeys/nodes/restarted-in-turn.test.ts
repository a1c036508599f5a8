import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { expect, it } from 'vitest';
import { restartEach } from '../../proofs/prove-five-nodes.ts';

it('three nodes are restarted one after the other, and nobody has to try anything again', async ({ signal }) => {
  await using database = await createTestDatabase('empty');
  const options = { databaseUrl: database.url, nodes: 3, rounds: 1, callers: 2, signal };
  const { faults, restarts, seen, history } = await restartEach(options);
  expect(faults).toEqual([]);
  expect(restarts).toBe(3);
  expect(seen.handOvers).toBeGreaterThan(0);
  expect(seen.resumed).toBeGreaterThan(0);
  expect(history.count('accepted')).toBeGreaterThan(20);
});
