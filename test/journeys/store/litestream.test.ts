import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { queryStore } from '@setpoint/server/testing/query-store';
import { ifThere } from '@setpoint/server/testing/unless';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const run = promisify(execFile);
const isThere = spawnSync('litestream', ['version']).error === undefined;
// Enough for the store to move its log into the file some times.
const BATCHES = 120;
const LARGEST_LOG = 64 * 2 ** 20;

it('a store whose log Litestream ships is restored to its last second', ifThere(isThere, 'litestream'), async () => {
  await using folder = await makeTempDir();
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
  const replica = `file://${join(folder.path, 'replica')}`;
  await using service = await startService({ dataDir: from });
  await using _litestream = ship(join(from, 'setpoint.sqlite'), replica);
  const operator = await ServiceClient.signIn(service.url, from);
  const siteId = await operator.addSite('Nordhafen');
  for (let value = 0; value < BATCHES; value += 1) {
    expect((await operator.postSchedules(siteId, batchOf(value))).status).toBe(201);
  }
  expect((await stat(join(from, 'setpoint.sqlite-wal'))).size).toBeLessThan(LARGEST_LOG);
  const set = await operator.getSite(siteId);
  await mkdir(to, { mode: 0o700 });
  // The service is alive: what was shipped is looked at until the last batch is in it.
  const restored = join(to, 'setpoint.sqlite');
  const versionShipped = async () => {
    await run('litestream', ['restore', '-force', '-o', restored, replica]).catch(() => undefined);
    const shown = await runSetpoint(['backup', join(folder.path, `${performance.now()}.backup`), '--json'], {
      SETPOINT_DATA_DIR: to,
    });
    if (shown.code !== 0) return 0;
    const [row] = await queryStore(to, 'SELECT max(version) AS version FROM batch');
    return row?.['version'];
  };
  await lookUntil(versionShipped, (version) => version === BATCHES);
  await service.end('SIGKILL');
  await copyFile(join(from, 'operator.json'), join(to, 'operator.json'));
  expect((await runSetpoint(['raise-epoch'], { SETPOINT_DATA_DIR: to })).code).toBe(0);
  await using again = await startService({ dataDir: to });
  const restoredSite = await (await ServiceClient.signIn(again.url, to)).getSite(siteId);
  expect(restoredSite.body).toMatchObject({ schedules: (set.body as { readonly schedules: unknown }).schedules });
  // It holds signing keys, and Litestream makes files that others can read.
  expect((await stat(restored)).mode & 0o777).toBe(0o600);
});

/** Ships what is written until it is disposed of. */
function ship(path: string, replica: string): AsyncDisposable {
  const child = spawn('litestream', ['replicate', path, replica], { stdio: 'ignore' });
  return {
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      if (child.kill()) await ended;
    },
  };
}

function batchOf(value: number) {
  const entries = Array.from({ length: 500 }, (_, index) => ({
    startAt: new Date(Date.UTC(2030, 0, 1, 0, index)).toISOString(),
    endAt: new Date(Date.UTC(2030, 0, 1, 0, index + 1)).toISOString(),
    value: value + index,
  }));
  return [{ asset: 'grid', type: 'activePowerkW', entries }];
}
