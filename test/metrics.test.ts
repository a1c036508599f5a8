import { expect, it } from 'vitest';
import { ServiceClient } from './harness/service-client.ts';
import { startService } from './harness/start-service.ts';
import { makeTempDir } from './harness/temp-dir.ts';

const GOOD = [{ asset: 'grid', type: 'upperLimitkW', entries: [] }];
const UNSUPPORTED = [{ asset: 'wind', type: 'activePowerkW', entries: [] }];

it('the operations port tells what became of batches, sites, holds and commits', async () => {
  await using folder = await makeTempDir();
  await using service = await startService({ dataDir: folder.path });
  const operator = await ServiceClient.signIn(service.url, folder.path);
  const siteId = await operator.addSite('Nordhafen');
  await operator.postSchedules(siteId, GOOD);
  await operator.postSchedules(siteId, UNSUPPORTED);
  await operator.ask('/api/v1/fleet/holds', { method: 'POST', body: { siteId } });
  const opsUrl = /operations +(\S+)/.exec(service.output())?.[1];
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  for (const line of [
    'setpoint_batches_total{outcome="accepted"} 1',
    'setpoint_batches_total{outcome="rejected"} 1',
    'setpoint_batch_problems_total{rule="unsupported_pair"} 1',
    'setpoint_sites{state="unreachable"} 1',
    'setpoint_sites{state="in_sync"} 0',
    'setpoint_open_holds 1',
    'setpoint_nodes{state="serving"} 1',
    'setpoint_nodes{state="lost"} 0',
    'setpoint_controller_polls 0',
    'setpoint_webhook_backlog_seconds 0',
    'setpoint_delivery_seconds_count 0',
  ]) {
    expect(text).toContain(`\n${line}\n`);
  }
  expect(text).toMatch(/\nsetpoint_commit_seconds_count [1-9]/);
  expect(text).toMatch(/\nsetpoint_commit_writes_sum [1-9]/);
  expect(text).toMatch(/\nsetpoint_waiting_writes \d/);
  expect(text).toMatch(/\nsetpoint_http_connections \d/);
  const named = [...text.matchAll(/^# TYPE (setpoint_\w+)/gm)].map((match) => match[1]);
  const helped = [...text.matchAll(/^# HELP (setpoint_\w+) \S/gm)].map((match) => match[1]);
  expect(helped).toEqual(named);
});
