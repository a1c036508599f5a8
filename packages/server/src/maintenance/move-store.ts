import { type CopyCounts, copyTables, type Progress } from './copy-tables.ts';
import { createPlace, isDatabaseUrl, openPlace } from './open-place.ts';
import { raiseEpochIn } from './raise-epoch.ts';
import { MaintenanceError, STORE } from './tables.ts';
import { appendRecord } from '../trail/append-record.ts';
import { byShell } from './by-shell.ts';

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
  const after = { epoch, ...counts };
  await appendRecord(target.tx, { by: byShell(), action: 'store.moved', subject: STORE, after });
  await target.commit();
  return counts;
}
