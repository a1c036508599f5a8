import { expect, it } from 'vitest';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { ServiceClient } from './service-client.ts';
import { startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';
import { watchInside } from './watch-inside.ts';

it('counts what a node sends to PostgreSQL, how late its loop is, and what it collects', async () => {
  await using folder = await makeTempDir();
  await using database = await createTestDatabase();
  const watch = await watchInside();
  const env = { DATABASE_URL: database.url, NODE_OPTIONS: watch.nodeOptions };
  await using service = await startService({ dataDir: folder.path, env });
  using inside = await watch.connect();
  const client = await ServiceClient.signIn(service.url, folder.path);
  const siteId = await client.addSite('a site');
  const before = await inside.next();
  expect(before.sends).toBeGreaterThan(10);
  expect(before.loopDelayMs).toBeGreaterThan(0);
  expect(before.gcPercent).toBeGreaterThan(0);
  expect(before.gcPercent).toBeLessThan(100);
  const reads = 50;
  for (let count = 0; count < reads; count += 1) await client.getSite(siteId);
  const { sends } = await inside.next();
  expect(sends).toBeGreaterThanOrEqual(reads);
  await service.end('SIGKILL');
  await expect(inside.next()).rejects.toThrow('has ended');
});
