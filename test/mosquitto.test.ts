import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { ScheduleSnapshot, SiteDetails } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { mqttUrlOf } from './harness/foreign-controller.ts';
import { ServiceClient } from './harness/service-client.ts';
import { startService } from './harness/start-service.ts';
import { makeTempDir } from './harness/temp-dir.ts';
import { collect } from './run-setpoint.ts';

const hasMosquitto = ['mosquitto_sub', 'mosquitto_pub'].every(
  (tool) => spawnSync(tool, ['--help']).error === undefined,
);

it.runIf(hasMosquitto)('a controller may be two commands of mosquitto', async () => {
  await using dir = await makeTempDir();
  await using service = await startService({ dataDir: dir.path });
  const client = await ServiceClient.signIn(service.url, dir.path);
  const { siteId, controllerKey } = await client.registerSite('Mosquito');
  const { hostname, port } = new URL(mqttUrlOf(service));
  const login = ['-h', hostname, '-p', port, '-u', siteId, '-P', controllerKey, '-i', siteId, '-q', '1'];
  const entry = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString(), value: 42 };
  await client.postSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }]);

  const sub = spawn('mosquitto_sub', [...login, '-t', `sites/v1/${siteId}/schedule`, '-C', '1']);
  const received = collect(sub.stdout);
  await once(sub, 'close');
  const { revision, commands } = JSON.parse(received()) as ScheduleSnapshot;
  expect(commands[0]?.entries).toEqual([entry]);

  const grid = { uid: 'g', node_type: 'Device', device_type: 'grid', children: [], active_power_kw: 41.5 };
  const devices = { ...grid, rated_power_upper_limit_kW: 100, rated_power_lower_limit_kW: -100 };
  const schedule = { revision, rejected: [] };
  const report = { session: 's', sequence: 1, sentAt: new Date().toISOString(), schedule, devices };
  const pub = spawn('mosquitto_pub', [...login, '-t', `sites/v1/${siteId}/report`, '-m', JSON.stringify(report)]);
  await once(pub, 'close');
  expect(pub.exitCode).toBe(0);
  const { assets, reportedAt } = (await client.getSite(siteId)).body as SiteDetails;
  expect([assets.grid?.activePowerkW, reportedAt]).toEqual([41.5, expect.any(String)]);
  const { body } = await client.ask(`/api/v1/fleet/sites/${siteId}/delivery`);
  expect(body).toMatchObject({ appliedRevision: revision, commands: [{ state: 'accepted' }] });
});
