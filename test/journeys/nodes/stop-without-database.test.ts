import { expect, it } from 'vitest';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { startService } from '../../support/service/start-service.ts';
import { startPostgres } from '@setpoint/server/testing/start-postgres';

it('a node stops in time while its database hangs, also with a batch under way', async () => {
  await using folder = await makeTempDir();
  await using postgres = await startPostgres();
  await using service = await startService({ dataDir: folder.path, env: { DATABASE_URL: postgres.url } });
  const client = await ServiceClient.signIn(service.url, folder.path);
  const siteId = await client.addSite('Nord');
  const entries = [{ startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T11:00:00Z', value: 1 }];
  const schedules = [{ asset: 'grid', type: 'activePowerkW', entries }];
  await client.postSchedules(siteId, schedules);
  postgres.signalAll('SIGSTOP');
  try {
    const underWay = client.postSchedules(siteId, schedules).catch((cause: unknown) => cause);
    const ending = await service.end('SIGTERM');
    expect(ending).toEqual({ code: 0, signal: null });
    await underWay;
  } finally {
    postgres.signalAll('SIGCONT');
  }
});
