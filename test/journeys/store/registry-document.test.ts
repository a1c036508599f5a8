import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetpointClient } from '@setpoint/client';
import { expect, it } from 'vitest';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { runSetpoint } from '../../support/service/run-setpoint.ts';

it('a registry moves to another service as one document, without a secret', async () => {
  await using folders = await makeTempDir();
  const [from, to] = [join(folders.path, 'from'), join(folders.path, 'to')];
  const file = join(folders.path, 'registry.json');
  await using _first = await startService({ dataDir: from });
  await using _second = await startService({ dataDir: to });
  const { registry } = createSetpointClient(JSON.parse(readFileSync(join(from, 'operator.json'), 'utf8')));
  const { siteId, controllerKey } = await registry.addSite({ siteName: 'Nordhafen', notes: 'feeder 3' });
  const { clientId, clientSecret } = await registry.addClient({ clientName: 'Optimiser' });
  await registry.putGrant(clientId, { siteId, can: 'schedule' });
  await registry.mapSubject(clientId, { issuer: 'https://login.example.com', subject: 'optimiser' });
  await registry.setClientEnabled(clientId, false);

  await expect(run(from, 'export', file)).resolves.toMatchObject({ code: 0 });
  const text = readFileSync(file, 'utf8');
  for (const secret of [controllerKey, clientSecret]) expect(text).not.toContain(secret);
  const steps = [
    `add the site Nordhafen (${siteId})`,
    'add the client Optimiser',
    `let Optimiser schedule ${siteId}`,
    'let optimiser of https://login.example.com act as Optimiser',
    'disable Optimiser',
  ];
  const dry = await run(to, 'import', file, '--dry-run');
  expect(dry.out.trim().split('\n')).toEqual([...steps, 'This was a dry run: nothing was changed.']);
  const done = await run(to, 'import', file, '--json');
  expect(JSON.parse(done.out)).toMatchObject({ isDryRun: false, steps, made: { length: 2 } });
  await expect(run(to, 'import', file)).resolves.toMatchObject({ out: 'There is nothing to change.\n' });
  const copied = await run(to, 'export');
  expect(JSON.parse(copied.out)).toEqual(JSON.parse(text));

  function run(dataDir: string, ...args: string[]) {
    return runSetpoint(['registry', ...args], { SETPOINT_DATA_DIR: dataDir });
  }
});
