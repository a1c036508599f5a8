import type { ServiceNodeList } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { serve } from '../../support/service/serve-tests.ts';

it('a process that is told to stop serves on while load balancers turn away', async () => {
  // Longer than a test may take: what is asked meanwhile is asked in time.
  await using serving = await serve({ env: { SETPOINT_DRAIN_SECONDS: '300' } });
  const { service, operator: client } = serving;
  const siteId = await client.addSite('Nord');
  expect(await client.health()).toBe(204);
  process.kill(service.pid, 'SIGTERM');
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
});
