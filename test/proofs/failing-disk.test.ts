import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { checkHistory } from './check-history.ts';
import { checkRestart } from './check-restart.ts';
import { driveLoad } from '../support/service/drive-load.ts';
import { History } from '../support/service/history.ts';
import { largeBatch } from '../support/service/large-batch.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { canMountSmall, fillUp, mountSmall } from '../support/system/mount-image.ts';
import { readBatchLog } from './read-batch-log.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import { startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { canAttach, tamperWith } from '../support/system/trace-command.ts';
import type { Command } from '../model/is-schedule-request.ts';

const SYNCS = 'fsync,fdatasync';

describe('a disk that fails', ifThere(canAttach(), 'strace'), () => {
  it.each(['fsync,fdatasync', 'pwrite64'])(
    'ends the process when %s fails in a commit, and loses nothing',
    async (calls) => {
      await using dir = await makeTempDir();
      await using service = await startService({ dataDir: dir.path });
      const client = await ServiceClient.signIn(service.url, dir.path);
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
      await expect(checkRestart(dir.path, history)).resolves.toEqual([]);
    },
  );

  it('answers health while a write waits for the disk, and well again afterwards', async () => {
    await using dir = await makeTempDir();
    await using service = await startService({ dataDir: dir.path });
    const client = await ServiceClient.signIn(service.url, dir.path);
    const siteId = await client.addSite('Nord');
    {
      await using _slow = await tamperWith(service.pid, { action: 'delay_exit=3s', calls: SYNCS });
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

  it('refuses writes without applying them while there is no room, reads on, and resumes', async () => {
    await using dir = await makeTempDir();
    await using service = await startService({ dataDir: dir.path });
    const client = await ServiceClient.signIn(service.url, dir.path);
    const history = new History();
    const siteId = await client.addSite('Nord');
    await history.post(client, siteId, [clearing]);
    {
      await using _full = await tamperWith(service.pid, { action: 'error=ENOSPC', calls: 'pwrite64' });
      const refused = await client.postSchedules(siteId, [clearing]);
      expect([refused.status, refused.headers.get('Batch-Outcome')]).toEqual([503, 'not-applied']);
      await history.read(client, siteId);
      await expect(statusOtherThan(client, 204)).resolves.toBe(503);
    }
    await expect(history.post(client, siteId, [clearing])).resolves.toMatchObject({ kind: 'accepted', version: 2 });
    await expect(statusOtherThan(client, 503)).resolves.toBe(204);
    await service.end('SIGTERM');
    expect(checkHistory(readBatchLog(dir.path), history)).toEqual([]);
  });
});

describe('a file system that is really full', ifThere(canMountSmall(), 'a right to mount'), () => {
  it('costs no acknowledged batch, keeps reads going and takes writes again when there is room', async () => {
    await using dir = await makeTempDir();
    await using small = await mountSmall(dir.path, 40);
    const dataDir = join(small.path, 'data');
    const filler = join(small.path, 'filler');
    await writeFile(filler, Buffer.alloc(12 * 2 ** 20));
    await using service = await startService({ dataDir });
    const client = await ServiceClient.signIn(service.url, dataDir);
    const history = new History();
    const siteId = await client.addSite('Nord');
    while ((await history.post(client, siteId, largeBatch(history.posts.length))).kind === 'accepted');
    expect(history.posts.at(-1)?.outcome.kind).toBe('not-applied');
    await fillUp(filler);
    // Small batches still fit into what the log has left of its file, and again once it is begun anew.
    const fillLog = async () => {
      while ((await history.post(client, siteId, [clearing])).kind === 'accepted');
      expect(history.posts.at(-1)?.outcome.kind).toBe('not-applied');
      await history.read(client, siteId);
      return client.health();
    };
    await expect(lookUntil(fillLog, (status) => status === 503)).resolves.toBe(503);
    await rm(filler);
    await expect(history.post(client, siteId, [clearing])).resolves.toMatchObject({ kind: 'accepted' });
    await expect(statusOtherThan(client, 503)).resolves.toBe(204);
    await expect(service.end('SIGTERM')).resolves.toEqual({ code: 0, signal: null });
    expect(checkHistory(readBatchLog(dataDir), history)).toEqual([]);
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
