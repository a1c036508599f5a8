import { textOfProgress } from '../store/migrations/migration-progress.ts';
import { openPlace, readPlace } from './open-place.ts';
import { readProgress } from './store-state.ts';

/**
 * Brings a store to the schema of this release, without a service; tells in words how far it is, and resolves with the
 * steps that this took.
 */
export async function migrateSchema(
  place: string,
  onProgress: (text: string) => void = () => undefined,
): Promise<readonly string[]> {
  const missing = await listMissing(place);
  await using tables = await openPlace(place, (progress) => onProgress(textOfProgress(progress)));
  await tables.commit();
  return missing;
}

async function listMissing(place: string): Promise<readonly string[]> {
  await using tables = await readPlace(place);
  return (await readProgress((text) => tables.query(text), tables.dialect)).missing;
}
