import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrations } from '../store/migrations/migrations.ts';
import { makeTestPlace } from '../../testing/make-test-place.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { migrateSchema } from './migrate-schema.ts';

it.each(STORE_KINDS)('a store on %s is brought to the schema of this release without a service, once', async (kind) => {
  const folder = testFolder();
  await using origin = await makeTestPlace(kind, folder);
  if (kind === 'SQLite') {
    await expect(migrateSchema(origin.place)).rejects.toThrow('there is no store');
    writeFileSync(join(folder, 'setpoint.sqlite'), '');
  }
  const told: string[] = [];
  const steps = await migrateSchema(origin.place, (text) => told.push(text));
  expect(steps).toEqual(Object.keys(migrations));
  expect(told.at(-1)).toBe(`migrating: step ${steps.length} of ${steps.length}`);
  await expect(migrateSchema(origin.place)).resolves.toEqual([]);
  const store = await origin.open();
  if (kind === 'SQLite') await expect(migrateSchema(origin.place)).rejects.toThrow('stop the service');
  else await expect(migrateSchema(origin.place)).resolves.toEqual([]);
  await store.close();
});
