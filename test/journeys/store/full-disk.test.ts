import { execFile, spawnSync } from 'node:child_process';
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { ifThere } from '@setpoint/server/testing/unless';
import { largeBatch } from '../../proofs/large-batch.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const run = promisify(execFile);
const HOLDS = '/api/v1/fleet/holds';
const MEGABYTES = 32;
const SITES = 20;
const RESERVE_BYTES = 2 ** 20;

it(
  'a service on a full disk says so at the first question, stops all sites, and goes on when there is room',
  ifThere(canMountSmall(), 'a right to mount'),
  async () => {
    await using dir = await makeTempDir();
    await using small = await mountSmall(dir.path, MEGABYTES);
    const dataDir = join(small.path, 'data');
    await using service = await startService({ dataDir });
    const ready = `${/http:\/\/\S+$/m.exec(/operations .*/.exec(service.output())?.[0] ?? '')?.[0]}/readyz`;
    const client = await ServiceClient.signIn(service.url, dataDir);
    const sites = await Promise.all(Array.from({ length: SITES }, (_, index) => client.addSite(`Site ${index}`)));
    const set = () => client.postSchedules(sites[0] ?? '', largeBatch(0));
    const filler = join(small.path, 'filler');
    await fillUp(filler);

    const refused = await lookUntil(set, ({ status }) => status !== 201);
    const told = ['Batch-Outcome', 'Retry-After'].map((name) => refused.headers.get(name));
    expect([refused.status, ...told]).toEqual([503, 'not-applied', '1']);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('the disk is full') });
    // Each of them asks for a probe of its own: there is no second one that would know better.
    await expect(client.ask('/api/v1/fleet/status')).resolves.toMatchObject({ body: { isWritable: false } });
    await expect(client.health()).resolves.toBe(503);
    expect((await fetch(ready)).status).toBe(503);
    expect((await client.getSite(sites[0] ?? '')).status).toBe(200);

    const made = await client.ask(HOLDS, { method: 'POST', body: { allSites: true } });
    expect(made.status).toBe(201);
    const { holdId } = made.body as { readonly holdId: string };
    const read = async () => (await client.ask(`${HOLDS}/${holdId}`)).body as { readonly state: string };
    await lookUntil(read, ({ state }) => state === 'applied');
    expect((await set()).status).toBe(503);

    await rm(filler);
    await lookUntil(
      () => client.health(),
      (status) => status === 204,
    );
    expect((await set()).status).toBe(201);
    expect((await stat(join(dataDir, 'setpoint.sqlite.reserve'))).size).toBeGreaterThan(RESERVE_BYTES);
  },
);

/** A small file system in memory, to be filled. */
async function mountSmall(folder: string, megabytes: number): Promise<AsyncDisposable & { path: string }> {
  const path = join(folder, 'small');
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'setpoint-test', path]);
  return { path, [Symbol.asyncDispose]: async () => void (await run('umount', [path])) };
}

function canMountSmall(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0;
}

/** Leaves a disk no room for anything. */
async function fillUp(path: string): Promise<void> {
  const isFull = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
  for (;;) {
    try {
      await appendFile(path, Buffer.alloc(4_096));
    } catch (cause) {
      if (isFull(cause)) return;
      throw cause;
    }
  }
}
