import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { launchService, startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const EX_DATAERR = 65;
const BATCHES = 20;

it.each([
  ['cut', (log: string) => truncateSync(log, Math.round(statSync(log).size / 2))],
  ['removed', (log: string) => rmSync(log)],
])('a write-ahead log that was %s after a kill is noticed, until what is left is accepted', async (_, damage) => {
  await using dir = await makeTempDir();
  const path = join(dir.path, 'setpoint.sqlite');
  const note = async () => (existsSync(`${path}.commits`) ? readFileSync(`${path}.commits`, 'utf8') : '');
  {
    await using service = await startService({ dataDir: dir.path });
    const client = await ServiceClient.signIn(service.url, dir.path);
    const siteId = await client.addSite('Nord');
    for (let batch = 0; batch < BATCHES; batch += 1) {
      expect(
        (await client.postSchedules(siteId, [{ asset: 'bess', type: 'optimalSocPcnt', entries: [] }])).status,
      ).toBe(201);
    }
    const before = await note();
    await lookUntil(note, (text) => text !== before);
    await service.end('SIGKILL');
  }
  damage(`${path}-wal`);
  for (let start = 0; start < 2; start += 1) {
    await using refused = launchService({ dataDir: dir.path });
    expect(await refused.ready).toBe(undefined);
    expect(await refused.ended).toEqual({ code: EX_DATAERR, signal: null });
    expect(refused.output()).toMatch(/lacks writes that were durable.*setpoint raise-epoch/);
  }
  expect((await runSetpoint(['raise-epoch'], { SETPOINT_DATA_DIR: dir.path })).code).toBe(0);
  await using service = await startService({ dataDir: dir.path });
  expect((await service.end('SIGTERM')).code).toBe(0);
  await using again = await startService({ dataDir: dir.path });
  expect((await again.end('SIGKILL')).signal).toBe('SIGKILL');
});
