import { StatementSync } from 'node:sqlite';
import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { it, type MockInstance, vi } from 'vitest';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { folderOfTests } from '../testing/test-folder.ts';
import { silentConfig } from '../testing/silent-config.ts';
import { serve } from './serve.ts';

// By then each loop has looked once, and rests.
const SETTLING_MS = 8_000;
const COUNTED_MS = 10_000;
const folders = { file: folderOfTests(), database: folderOfTests() };

it.concurrent('reads little of a file while nothing happens', async ({ expect }) => {
  const asked = (['all', 'get'] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
  expect(await countAtRest({ SETPOINT_DATA_DIR: folders.file }, asked)).toBeLessThan(30);
});

it.concurrent('asks a database little while nothing happens, beside its lease', async ({ expect }) => {
  await using database = await createTestDatabase();
  const asked = (['sync', 'query'] as const).map((name) => vi.spyOn(pg.Connection.prototype, name));
  const environment = { SETPOINT_DATA_DIR: folders.database, DATABASE_URL: database.url };
  expect(await countAtRest(environment, asked)).toBeLessThan(46);
});

/** How often a node with nobody to serve asked its store in ten seconds. */
async function countAtRest(environment: Readonly<Record<string, string>>, asked: readonly MockInstance[]) {
  const service = await serve(silentConfig(environment));
  await pass(SETTLING_MS);
  for (const one of asked) one.mockClear();
  await pass(COUNTED_MS);
  const count = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  await service.stop();
  for (const one of asked) one.mockRestore();
  return count;
}
