import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { expect, it } from 'vitest';
import { LOSSES, loseChosen } from './lose-chosen.ts';

it('webhooks go on within 15 s, whatever befalls the chosen one of three nodes', async () => {
  await using database = await createTestDatabase('empty');
  const result = await loseChosen({ databaseUrl: database.url, nodes: 3, losses: LOSSES, frozenMs: 12_000 });
  expect(result.faults).toEqual([]);
  expect(result.lost.map(({ loss }) => loss)).toEqual(LOSSES);
  expect(result.batches).toBeGreaterThan(20);
});
