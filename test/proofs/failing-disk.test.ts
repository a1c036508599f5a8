import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { checkRestart } from './check-restart.ts';
import { driveLoad } from './drive-load.ts';
import { History } from './history.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import type { ServiceClient } from '../support/service/service-client.ts';
import { canAttach, tamperWith } from './trace-command.ts';
import type { Command } from '../model/is-schedule-request.ts';
import { serve } from '../support/service/serve-tests.ts';

const SYNCS = 'fsync,fdatasync';

describe('a disk that fails', ifThere(canAttach(), 'strace'), () => {
  it.each(['fsync,fdatasync', 'pwrite64'])(
    'ends the process when %s fails in a commit, and loses nothing',
    async (calls) => {
      await using serving = await serve();
      const { folder, service, operator: client } = serving;
      const history = new History();
      const siteIds = [await client.addSite('Nord'), await client.addSite('Süd')];
      const load = { client, siteIds, history, seed: 5, callers: 8, batchesEach: 1_000 };
      const failing = async () => {
        await history.reached(60);
        await using _tampered = await tamperWith(service.pid, { action: 'error=EIO', calls });
        return await service.ended;
      };
      const [, { code, signal }] = await Promise.all([driveLoad(load), failing()]);
      expect(signal).toBe(null);
      expect(code).toBeGreaterThan(0);
      await expect(checkRestart(folder, history)).resolves.toEqual([]);
    },
  );

  it('answers health while a write waits for the disk, and well again afterwards', async () => {
    await using serving = await serve();
    const { service, operator: client } = serving;
    const siteId = await client.addSite('Nord');
    {
      // A commit may sync twice, and a store that does not answer within 5 s has failed.
      await using _slow = await tamperWith(service.pid, { action: 'delay_exit=1s', calls: SYNCS });
      const answered: string[] = [];
      const post = client.postSchedules(siteId, [clearing]).finally(() => answered.push('post'));
      expect(await statusOtherThan(client, 204)).toBe(503);
      await client.health();
      answered.push('health');
      expect((await post).status).toBe(201);
      expect(answered).toEqual(['health', 'post']);
    }
    await expect(statusOtherThan(client, 503)).resolves.toBe(204);
  });
});

const clearing: Command = { asset: 'bess', type: 'optimalSocPcnt', entries: [] };

// Health is known for a second: it is asked until it changes.
function statusOtherThan(client: ServiceClient, before: number): Promise<number> {
  return lookUntil(
    () => client.health(),
    (status) => status !== before,
  );
}
