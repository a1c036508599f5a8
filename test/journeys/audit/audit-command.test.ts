import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditRecord } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { ServiceClient } from '../../support/service/service-client.ts';
import { startService } from '../../support/service/start-service.ts';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { serveTests } from '../../support/service/serve-tests.ts';

const PASSWORD = 'hunter2';

const world = serveTests({
  env: {
    SETPOINT_SHARES: 'client-streams=7',
    SETPOINT_SMTP_URL: `smtps://alerts:${PASSWORD}@mail.example?from=alerts@example.com`,
  },
});

const audit = (...args: string[]) => runSetpoint(['audit', ...args], { SETPOINT_DATA_DIR: world.folder });

it('has the start with its settings, and who was refused', async () => {
  const site = await world.operator.addSite('Nordhafen');
  const stranger = new ServiceClient(world.service.url, 'nobody');
  for (const path of ['sites', `sites/${site}`, 'sites']) {
    expect((await stranger.ask(`/api/v1/public/${path}`)).status).toBe(401);
  }
  // What was counted and not written yet, is written now.
  await world.service.end('SIGTERM');
  await using _again = await startService({ dataDir: world.folder });
  const file = join(world.folder, 'audit.jsonl');
  expect(await audit('export', file)).toMatchObject({ code: 0 });
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as AuditRecord);
  const of = (action: string) => records.filter((record) => record.action === action);
  expect(of('service.started')).toMatchObject([
    {
      actor: { kind: 'service' },
      after: { settings: { SETPOINT_SHARES: 'client-streams=7', SETPOINT_SMTP_URL: 'set' } },
    },
    { actor: { kind: 'service' } },
  ]);
  const refused = of('request.refused');
  expect(refused.map(({ actor, subject }) => [actor.kind, subject.id])).toEqual([['unknown', 'failed_token']]);
  expect(refused[0]).toMatchObject({ after: { method: 'GET', count: 3 } });
  expect(lines.join()).not.toContain(PASSWORD);
});
