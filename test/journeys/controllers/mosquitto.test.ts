import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { AddedClient, ScheduleSnapshot, SiteDetails } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { blocksOf } from '../../package/docs/blocks-of.ts';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { ServiceClient } from '../../support/service/service-client.ts';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { collect } from '../../support/service/run-setpoint.ts';

const hasMosquitto = ['mosquitto_sub', 'mosquitto_pub'].every(
  (tool) => spawnSync(tool, ['--help']).error === undefined,
);

it('a controller may be two commands of mosquitto', ifThere(hasMosquitto, 'mosquitto_pub'), async () => {
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

it(
  'a line adapter may be the command of the page, and is asked who it is',
  ifThere(hasMosquitto, 'mosquitto_pub'),
  async () => {
    await using dir = await makeTempDir();
    await using service = await startService({ dataDir: dir.path });
    const operator = await ServiceClient.signIn(service.url, dir.path);
    const { siteId } = await operator.registerSite('Mosquito');
    const poolId = randomUUID();
    const pool = { poolName: 'aFRR', service: 'afrr', split: 'proportional', members: [{ siteId }] };
    await operator.ask(`/api/v1/fleet/pools/${poolId}`, { method: 'PUT', body: pool });
    const added = await operator.ask('/api/v1/fleet/clients', { method: 'POST', body: { clientName: 'line' } });
    const { clientId, clientSecret } = added.body as AddedClient;
    await operator.ask(`/api/v1/fleet/clients/${clientId}/grants`, {
      method: 'PUT',
      body: { poolId, can: 'schedule' },
    });

    const { hostname, port } = new URL(mqttUrlOf(service));
    const block =
      blocksOf('pools')
        .find(({ text }) => text.startsWith('$ mosquitto_pub'))
        ?.text.slice(2) ?? '';
    const validUntil = new Date(Date.now() + 60_000).toISOString();
    const here = block
      .replace('setpoint.example.com -p 8883 --tls-use-os-certs', `${hostname} -p ${port}`)
      .replace('2026-10-01T10:14:20Z', validUntil);
    const publish = async (secret: string) => {
      const env = { ...process.env, CLIENT_ID: clientId, CLIENT_SECRET: secret, POOL_ID: poolId };
      const pub = spawn('sh', ['-c', here], { env });
      await once(pub, 'close');
      return pub.exitCode;
    };
    expect(await publish('scs_wrong')).not.toBe(0);
    expect(await operator.ask(`/api/v1/fleet/pools/${poolId}/signal`)).toMatchObject({ status: 404 });
    expect(await publish(clientSecret)).toBe(0);
    const { body } = await operator.ask(`/api/v1/fleet/pools/${poolId}/signal`);
    expect(body).toMatchObject({ kW: 12_500, sequence: 4711, validUntil, actor: { kind: 'client', id: clientId } });
    const signIn = await lookUntil(
      () => operator.ask('/api/v1/fleet/audit?action=client.connected'),
      (answer) => (answer.body as { records: unknown[] }).records.length > 0,
    );
    expect(signIn.body).toMatchObject({
      records: [{ actor: { id: clientId }, subject: { kind: 'client', id: clientId } }],
    });
  },
);
