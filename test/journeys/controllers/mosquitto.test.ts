import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { AddedClient } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { blocksOf } from '../../package/docs/blocks-of.ts';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { serve } from '../../support/service/serve-tests.ts';

const hasMosquitto = spawnSync('mosquitto_pub', ['--help']).error === undefined;

it(
  'a line adapter may be the command of the page, and is asked who it is',
  ifThere(hasMosquitto, 'mosquitto_pub'),
  async () => {
    await using serving = await serve();
    const { service, operator } = serving;
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
