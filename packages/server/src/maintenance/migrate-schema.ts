import { textOfProgress } from '../store/migrations/migration-progress.ts';
import { openPlace, readPlace } from './open-place.ts';
import type { Tables } from './tables.ts';

/**
 * Brings a store to the schema of this release, without a service; tells in words how far it is, and resolves with the
 * steps that this took.
 */
export async function migrateSchema(
  place: string,
  onProgress: (text: string) => void = () => undefined,
): Promise<string[]> {
  const before = new Set(await stepsAt(place));
  await using tables = await openPlace(place, (progress) => onProgress(textOfProgress(progress)));
  const steps = await listSteps(tables);
  await tables.commit();
  return steps.filter((name) => !before.has(name));
}

async function stepsAt(place: string): Promise<string[]> {
  await using tables = await readPlace(place);
  return await listSteps(tables);
}

async function listSteps(tables: Tables): Promise<string[]> {
  if (!(await tables.hasTable('kysely_migration'))) return [];
  const rows = await tables.query('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => String(name));
}
