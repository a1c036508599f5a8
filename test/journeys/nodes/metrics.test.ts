import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectForeign } from '../../support/site/foreign-controller.ts';
import { type Service, startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { serve } from '../../support/service/serve-tests.ts';

const GOOD = [{ asset: 'grid', type: 'upperLimitkW', entries: [] }];
const UNSUPPORTED = [{ asset: 'wind', type: 'activePowerkW', entries: [] }];

// Dashboards and alarms name these: renaming one breaks them. Name, type, labels.
const FIGURES = [
  'setpoint_batch_problems_total counter rule',
  'setpoint_batches_total counter outcome',
  'setpoint_commit_seconds histogram le',
  'setpoint_commit_writes histogram le',
  'setpoint_connections_refused_total counter port',
  'setpoint_controller_polls gauge',
  'setpoint_delivery_seconds histogram le',
  'setpoint_event_listeners gauge',
  'setpoint_http_connections gauge',
  'setpoint_mqtt_connections gauge',
  'setpoint_mqtt_most_connections gauge',
  'setpoint_mqtt_open_connections gauge',
  'setpoint_nodes gauge state',
  'setpoint_open_holds gauge',
  'setpoint_refusals_total counter kind',
  'setpoint_refused_writes_total counter reason',
  'setpoint_reports_total counter outcome',
  'setpoint_sites gauge state',
  'setpoint_orders_total counter',
  'setpoint_snapshots_total counter binding',
  'setpoint_waiting_writes gauge',
  'setpoint_webhook_attempts_total counter outcome',
  'setpoint_webhook_backlog_seconds gauge',
  'setpoint_webhooks gauge state',
];

// Of those that prom-client has of each process, what dashboards and alarms use.
const FIGURES_OF_PROCESS = [
  'setpoint_nodejs_eventloop_lag_p99_seconds gauge',
  'setpoint_process_cpu_seconds_total counter',
  'setpoint_process_resident_memory_bytes gauge',
];

it('the operations port tells what became of batches, sites, holds and commits, by these names, types and labels', async () => {
  await using serving = await serve();
  const { service, operator } = serving;
  const site = await operator.registerSite('Nordhafen');
  const { siteId } = site;
  await operator.postSchedules(siteId, GOOD);
  await operator.postSchedules(siteId, UNSUPPORTED);
  await operator.ask('/api/v1/fleet/holds', { method: 'POST', body: { siteId } });
  const text = await readMetrics(service);
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

  // To an address that is not allowed: the attempt fails, and counts.
  await operator.ask('/api/v1/fleet/webhooks', { method: 'POST', body: { url: 'https://127.0.0.1/' } });
  await operator.postSchedules(siteId, GOOD);
  const controller = await connectForeign(service, site);
  await controller.until(() => true);
  await controller.report();
  for (const figure of ['setpoint_mqtt_connections', 'setpoint_mqtt_open_connections']) {
    await expect.poll(() => readMetrics(service)).toContain(`\n${figure} 1\n`);
  }
  const isOfProcess = (figure: string) => /^setpoint_(?:nodejs|process)_/.test(figure);
  const own = async () => figuresIn(await readMetrics(service)).filter((figure) => !isOfProcess(figure));
  await expect.poll(own).toEqual(FIGURES.toSorted());
  expect(figuresIn(await readMetrics(service))).toEqual(expect.arrayContaining(FIGURES_OF_PROCESS));
  controller.client.end(true);
});

it('the age of the last good backup, of a service that makes them; what they hold is restored elsewhere', async () => {
  await using folder = await makeTempDir();
  const backups = join(folder.path, 'backups');
  const env = { SETPOINT_BACKUP_DIR: backups };
  await using service = await startService({ dataDir: folder.path, env });
  await expect.poll(async () => readMetrics(service)).toContain('\nsetpoint_backups_total{outcome="good"} 1\n');
  const text = await readMetrics(service);
  expect(text).toContain('\nsetpoint_backups_total{outcome="failed"} 0\n');
  expect(text).toContain('\nsetpoint_backup_interval_seconds 3600\n');
  expect(Number(/\nsetpoint_backup_age_seconds (\S+)/.exec(text)?.[1])).toBeLessThan(60);
  const [name = '', ...others] = readdirSync(backups);
  expect([others, statSync(join(backups, name)).mode & 0o777]).toEqual([[], 0o600]);
  const elsewhere = { SETPOINT_DATA_DIR: join(folder.path, 'elsewhere') };
  await expect(runSetpoint(['restore', join(backups, name)], elsewhere)).resolves.toMatchObject({ code: 0 });
});

async function readMetrics(service: Service): Promise<string> {
  const opsUrl = /operations +(\S+)/.exec(service.output())?.[1];
  return (await fetch(`${opsUrl}/metrics`)).text();
}

/** Each figure as name, type, and the labels that its samples have. */
function figuresIn(text: string): string[] {
  const families = text.split(/^# HELP /m).slice(1);
  return families
    .map((family) => {
      const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/m.exec(family) ?? [];
      const labels = new Set([...family.matchAll(/[{,](\w+)="/g)].map((match) => match[1] ?? ''));
      return [name, type, [...labels].sort().join()].join(' ').trim();
    })
    .sort();
}
