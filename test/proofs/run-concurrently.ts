import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupStore } from '@setpoint/server/testing/rooms/maintenance';
import { checkHistory } from './check-history.ts';
import { driveLoad } from './drive-load.ts';
import { History } from './history.ts';
import { databaseUrlPath } from '@setpoint/server/testing/query-store';
import { readBatchLog } from './read-batch-log.ts';
import { serve } from '../support/service/serve-tests.ts';

/** Many callers on few sites; then every answer against the log of versions. */
export async function runConcurrently(size: {
  readonly callers: number;
  readonly sites: number;
  readonly batchesEach: number;
  readonly seed: number;
}) {
  await using serving = await serve();
  const { folder, service, operator: client } = serving;
  const history = new History();
  const siteIds: string[] = [];
  for (let site = 0; site < size.sites; site += 1) siteIds.push(await client.addSite(`Site ${site}`));
  await driveLoad({ ...size, client, siteIds, history });
  for (const siteId of siteIds) await history.read(client, siteId);
  await service.end('SIGTERM');
  // The log is read from a file, so what lies in a database is copied into one.
  const database = databaseUrlPath(folder);
  if (existsSync(database)) {
    await backupStore(readFileSync(database, 'utf8'), join(folder, 'setpoint.sqlite'), () => undefined);
  }
  return { history, faults: checkHistory(readBatchLog(folder), history) };
}
