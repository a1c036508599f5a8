import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditRecord } from '@setpoint/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from '../../support/service/service-client.ts';
import { type Service, startService } from '../../support/service/start-service.ts';
import { makeTempDir, type TempDir } from '../../support/service/temp-dir.ts';
import { runSetpoint } from '../../support/service/run-setpoint.ts';

const PASSWORD = 'hunter2';

let folder: TempDir;
let service: Service;

beforeAll(async () => {
  folder = await makeTempDir();
  const env = {
    SETPOINT_SHARES: 'client-streams=7',
    SETPOINT_SMTP_URL: `smtps://alerts:${PASSWORD}@mail.example?from=alerts@example.com`,
  };
  service = await startService({ dataDir: folder.path, env });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const audit = (...args: string[]) => runSetpoint(['audit', ...args], { SETPOINT_DATA_DIR: folder.path });

it('has the start with its settings, and who was refused', async () => {
  const operator = await ServiceClient.signIn(service.url, folder.path);
  const site = await operator.addSite('Nordhafen');
  const stranger = new ServiceClient(service.url, 'nobody');
  for (const path of ['sites', `sites/${site}`, 'sites']) {
    expect((await stranger.ask(`/api/v1/public/${path}`)).status).toBe(401);
  }
  // What was counted and not written yet, is written now.
  await service.end('SIGTERM');
  service = await startService({ dataDir: folder.path });
  const file = join(folder.path, 'audit.jsonl');
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
