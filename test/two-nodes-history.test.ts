import { expect, it } from 'vitest';
import { backupStore } from '../packages/server/src/maintenance/backup-store.ts';
import { createTestDatabase } from '../packages/server/src/store/postgres/create-test-database.ts';
import { checkHistory } from './harness/check-history.ts';
import { driveLoad } from './harness/drive-load.ts';
import { History } from './harness/history.ts';
import { readBatchLog } from './harness/read-batch-log.ts';
import { ServiceClient } from './harness/service-client.ts';
import { operatorOf, signIn } from './harness/sign-in.ts';
import { startService } from './harness/start-service.ts';
import { makeTempDir } from './harness/temp-dir.ts';

const CALLERS = 5;
const BATCHES_EACH = 14;

it('nothing acknowledged by two nodes is lost, doubled or out of order, though one is killed and connections are cut', async () => {
  await using database = await createTestDatabase();
  await using folder = await makeTempDir();
  const env = { DATABASE_URL: database.url, SETPOINT_PUBLIC_URL: 'https://setpoint.example' };
  await using staying = await startService({ dataDir: `${folder.path}/a`, env });
  const token = await signIn(staying.url, await operatorOf(`${folder.path}/a`));
  const client = new ServiceClient(staying.url, token);
  const history = new History();
  const siteIds = [await client.addSite('one'), await client.addSite('two')];
  const load = { siteIds, history, callers: CALLERS, batchesEach: BATCHES_EACH };
  {
    await using killed = await startService({ dataDir: `${folder.path}/b`, env });
    const onKilled = new ServiceClient(killed.url, token);
    const cutting = (async () => {
      await history.reached(30);
      await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
      await history.reached(70);
      await killed.end('SIGKILL');
    })();
    await Promise.all([
      driveLoad({ ...load, client, seed: 1 }),
      driveLoad({ ...load, client: onKilled, seed: 2 }),
      cutting,
    ]);
  }
  await using again = await startService({ dataDir: `${folder.path}/b`, env });
  const onAgain = new ServiceClient(again.url, token);
  await history.sendOpenAgain(onAgain);
  await Promise.all([driveLoad({ ...load, client, seed: 3 }), driveLoad({ ...load, client: onAgain, seed: 4 })]);
  for (const siteId of siteIds) await history.read(onAgain, siteId);
  await backupStore(database.url, `${folder.path}/setpoint.sqlite`, () => undefined);
  expect(checkHistory(readBatchLog(folder.path), history)).toEqual([]);
  expect(history.count('accepted')).toBeGreaterThan(100);
});
