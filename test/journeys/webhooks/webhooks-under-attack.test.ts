import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '@setpoint/server/testing/make-certificate';
import { ServiceClient } from '../../support/service/service-client.ts';
import { signIn } from '../../support/service/sign-in.ts';
import { startNameServer } from '@setpoint/server/testing/start-name-server';
import { startReceiver } from '@setpoint/server/testing/start-receiver';
import { startService } from '../../support/service/start-service.ts';
import { ofTests } from '@setpoint/server/testing/of-tests';
import { folderOfTests } from '@setpoint/server/testing/test-folder';
import { withNameServer } from './with-name-server.ts';

const HOOKS = '/api/v1/fleet/webhooks';
const SCOPES = ['sites:read', 'fleet:webhooks'];
const CLEAR = [{ asset: 'grid', type: 'activePowerkW', entries: [] }];
const MOST_ROUNDS = 50;

// A name server answers for two names, and says nothing of the twenty that one client has its webhooks at.
describe('while one client tests webhooks at names that nobody answers for', async () => {
  const attack = { isOver: false, refused: 0, ended: 0, underway: Promise.withResolvers<void>() };
  const secrets: string[] = [];
  const known = { 'receiver.test': ['127.0.0.1'], 'issuer.test': ['127.0.0.1'] };
  const names = await ofTests(startNameServer(known));
  const receiver = await ofTests(startReceiver(() => secrets, ['receiver.test']));
  const issuer = await ofTests(startIssuer());
  const folder = folderOfTests({ 'authorities.pem': receiver.ca + issuer.ca });
  const issuers = [{ issuer: issuer.url, audience: 'setpoint', jwksUri: `${issuer.url}/keys`, algorithms: ['ES256'] }];
  const env = {
    NODE_EXTRA_CA_CERTS: join(folder, 'authorities.pem'),
    NODE_OPTIONS: withNameServer(names.address),
    SETPOINT_WEBHOOK_NETWORKS: '127.0.0.1',
    SETPOINT_ISSUERS: JSON.stringify(issuers),
  };
  const service = await ofTests(startService({ dataDir: folder, env }));
  const operator = await ServiceClient.signIn(service.url, folder);
  const { client: attacker } = await newClient();
  for (let index = 0; index < 20; index += 1) await newHook(attacker, `https://dead-${index}.test/`);
  const attacking = testAll(attacker);
  await attack.underway.promise;
  afterAll(() => {
    attack.isOver = true;
    return attacking;
  });

  async function newClient() {
    const body = { clientName: randomUUID(), scopes: SCOPES };
    const added = await operator.ask('/api/v1/fleet/clients', { method: 'POST', body });
    const credentials = added.body as { clientId: string; clientSecret: string };
    const path = `/api/v1/fleet/clients/${credentials.clientId}`;
    await operator.ask(`${path}/grants`, { method: 'PUT', body: { allSites: true, can: 'read' } });
    return { path, client: new ServiceClient(service.url, await signIn(service.url, credentials)) };
  }

  async function newHook(client: ServiceClient, url: string): Promise<string> {
    const { status, body } = await client.ask(HOOKS, { method: 'POST', body: { url } });
    expect(status).toBe(201);
    const { webhookId, secret } = body as { webhookId: string; secret: string };
    secrets.push(secret);
    return webhookId;
  }

  /** Tests all webhooks of a client at once, again and again. */
  async function testAll(client: ServiceClient): Promise<void> {
    const { webhooks } = (await client.ask(HOOKS)).body as { webhooks: { webhookId: string }[] };
    const testing = webhooks.map(async ({ webhookId }) => {
      while (!attack.isOver) {
        const { status, body, headers } = await client.ask(`${HOOKS}/${webhookId}/test`, { method: 'POST' });
        if (status === 429) expect(headers.get('Retry-After')).toBe('1');
        else
          expect([status, body]).toEqual([200, expect.objectContaining({ error: expect.stringContaining('2000 ms') })]);
        attack[status === 429 ? 'refused' : 'ended'] += 1;
        if (attack.refused > 20 && attack.ended > 0) attack.underway.resolve();
      }
    });
    await Promise.all(testing);
  }

  /** Does it until none of the dead was given up meanwhile: so it waited for none of them. */
  async function untilNoneEnded(act: () => Promise<void>): Promise<void> {
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const before = await endedCount();
      await act();
      if ((await endedCount()) === before) return;
    }
    throw new Error('some of the dead ended each time: it waits for them');
  }

  /** How many of the dead were given up, in tests and in attempts to tell them of events. */
  async function endedCount(): Promise<number> {
    const [, opsUrl = ''] = /operations +(\S+)/.exec(service.output()) ?? [];
    const figures = await (await fetch(`${opsUrl}/metrics`)).text();
    const [, failed = 0] = /^setpoint_webhook_attempts_total\{outcome="failed"\} (\d+)$/m.exec(figures) ?? [];
    return attack.ended + Number(failed);
  }

  it('the webhooks of others get their events, and are tested, and wait for none of those', async () => {
    const { client } = await newClient();
    const webhookId = await newHook(client, receiver.url.replace('127.0.0.1', 'receiver.test'));
    const siteId = await operator.addSite('attacked');
    await receiver.until(1);
    await untilNoneEnded(async () => {
      const count = receiver.taken.length;
      await operator.postSchedules(siteId, CLEAR);
      await receiver.until(count + 1);
    });
    await untilNoneEnded(async () => {
      const tested = await client.ask(`${HOOKS}/${webhookId}/test`, { method: 'POST' });
      expect(tested).toMatchObject({ status: 200, body: { error: null } });
    });
    const as = { isSigned: true, contentType: 'application/cloudevents+json' };
    expect(receiver.taken.at(-1)).toMatchObject({ type: 'setpoint.webhook.test', ...as });
  });

  it('the keys of an outside issuer come', async () => {
    const { path } = await newClient();
    const mapping = { issuer: issuer.url, subject: 'optimiser' };
    expect((await operator.ask(`${path}/subjects`, { method: 'PUT', body: mapping })).status).toBe(200);
    const listed = await new ServiceClient(service.url, await issuer.sign('optimiser')).listSites();
    expect([listed.status, issuer.asked]).toEqual([200, ['/keys']]);
  });
});

/** An issuer at a name of its own, with one key. */
async function startIssuer() {
  const { cert, key } = await makeCertificate(Date.now(), ['issuer.test']);
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one' }];
  const asked: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ keys }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://issuer.test:${(server.address() as AddressInfo).port}`;
  return {
    url,
    ca: cert,
    asked,
    close: () => server.close(),
    async sign(subject: string): Promise<string> {
      const iat = Math.floor(Date.now() / 1_000);
      const claims = { iss: url, aud: 'setpoint', sub: subject, scope: 'sites:read', iat, exp: iat + 600 };
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' }).sign(privateKey);
    },
  };
}
