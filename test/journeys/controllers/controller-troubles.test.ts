import { PATHS } from '@setpoint/contract';
import { connectAsync } from 'mqtt';
import { expect, it } from 'vitest';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { serveTests } from '../../support/service/serve-tests.ts';

const serving = serveTests();

it('a controller with a revoked key is seen in the delivery, the registry, the overview and the events', async () => {
  const { client, service } = serving;
  const { siteId, controllerKey } = await client.registry.addSite({ siteName: 'Depot' });
  const [key] = (await client.registry.listControllerKeys(siteId)).keys;
  await client.registry.revokeControllerKey(siteId, key?.keyId ?? '');
  const identity = { clientId: siteId, username: siteId, password: controllerKey, reconnectPeriod: 0 };
  await expect(connectAsync(mqttUrlOf(service), identity, false)).rejects.toThrow('Bad username or password');

  const { troubles } = await lookUntil(
    () => client.overview.readDelivery(siteId),
    (delivery) => delivery.troubles.length > 0,
  );
  expect(troubles).toMatchObject([{ code: 'login_refused' }]);
  expect((await client.registry.readSite(siteId)).issues).toEqual(['login_refused']);
  const { sites } = await client.overview.of([siteId]);
  expect(sites.map((site) => site.troubles)).toMatchObject([[{ code: 'login_refused' }]]);
  for await (const event of client.events({ after: 'oldest', types: ['site.trouble'] })) {
    expect(event).toMatchObject({ type: 'site.trouble', siteId, data: { code: 'login_refused', isOver: false } });
    break;
  }
});

it('two programs that report with one key over HTTPS are seen on the site', async () => {
  const { client, service } = serving;
  const { siteId, controllerKey } = await client.registry.addSite({ siteName: 'Twins' });
  const headers = { authorization: `Bearer ${controllerKey}`, 'content-type': 'application/json' };
  for (const [at, session] of ['one', 'other', 'one', 'other', 'one', 'one', 'one'].entries()) {
    const report = { session, sequence: at, sentAt: new Date().toISOString(), schedule: null };
    const answer = await fetch(service.url + PATHS.controllerReport, {
      method: 'POST',
      headers,
      body: JSON.stringify(report),
    });
    expect(answer.status).toBe(200);
  }
  const { troubles } = await lookUntil(
    () => client.overview.readDelivery(siteId),
    (delivery) => delivery.troubles.length > 0,
  );
  expect(troubles).toMatchObject([{ code: 'two_controllers', asset: null }]);
});
