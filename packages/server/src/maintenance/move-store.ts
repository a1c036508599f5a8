import { type CopyCounts, copyTables, type Progress } from './copy-tables.ts';
import { createPlace, isDatabaseUrl, openPlace } from './open-place.ts';
import { raiseEpochIn } from './raise-epoch.ts';
import { MaintenanceError } from './tables.ts';
import { recordByShell } from './by-shell.ts';

/** Copies the store of a data folder to PostgreSQL, all of it or nothing; the service must be stopped. */
export async function moveStore(
  dataDir: string,
  url: string,
  { now, onProgress }: { now: number; onProgress: (done: Progress) => void },
): Promise<CopyCounts> {
  if (!isDatabaseUrl(url)) throw new MaintenanceError('the target must be a postgres:// address');
  await using source = await openPlace(dataDir);
  await using target = await createPlace(url);
  const counts = await copyTables(source, target, onProgress);
  // Over there, events are numbered from elsewhere on: under a later epoch they come behind those that are copied.
  const epoch = await raiseEpochIn(target, now);
  await recordByShell(target, 'store.moved', { epoch, ...counts });
  await target.commit();
  return counts;
}
