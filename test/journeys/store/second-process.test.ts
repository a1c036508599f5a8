import { expect, it } from 'vitest';
import { ServiceClient } from '../../support/service/service-client.ts';
import { launchService, startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

it('a second process on the same folder refuses to start, and the first goes on', async () => {
  await using dir = await makeTempDir();
  await using first = await startService({ dataDir: dir.path });
  await using second = launchService({ dataDir: dir.path });
  await expect(second.ready).resolves.toBe(undefined);
  const { code } = await second.ended;
  expect(code).toBeGreaterThan(0);
  expect(second.output()).toContain('in use by another process');
  const client = await ServiceClient.signIn(first.url, dir.path);
  await expect(client.addSite('Nord')).resolves.toMatch(/^[\da-f-]{36}$/);
});
