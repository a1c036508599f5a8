import type { ServiceNodeList } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { lookUntil } from './harness/look-until.ts';
import { ServiceClient } from './harness/service-client.ts';
import { startService } from './harness/start-service.ts';
import { makeTempDir } from './harness/temp-dir.ts';

it('a process that is told to stop serves on while load balancers turn away, then ends in order', async () => {
  await using dir = await makeTempDir();
  await using service = await startService({ dataDir: dir.path, env: { SETPOINT_DRAIN_SECONDS: '4' } });
  const client = await ServiceClient.signIn(service.url, dir.path);
  const siteId = await client.addSite('Nord');
  expect(await client.health()).toBe(204);
  const ended = service.end('SIGTERM');
  const readyUrl = `${/http:\/\/\S+$/m.exec(/operations .*/.exec(service.output())?.[0] ?? '')?.[0]}/readyz`;
  await lookUntil(
    () => fetch(readyUrl),
    ({ status }) => status !== 200,
  );
  expect(await client.health()).toBe(503);
  const stateOf = async () => ((await client.ask('/api/v1/fleet/nodes')).body as ServiceNodeList).nodes[0]?.state;
  await lookUntil(stateOf, (state) => state === 'draining');
  const { status, headers } = await client.postSchedules(siteId, [
    { asset: 'bess', type: 'optimalSocPcnt', entries: [] },
  ]);
  expect([status, headers.get('Connection')]).toEqual([201, 'close']);
  await expect(ended).resolves.toEqual({ code: 0, signal: null });
});
