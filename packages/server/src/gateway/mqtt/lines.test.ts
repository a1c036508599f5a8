import { randomUUID } from 'node:crypto';
import { type ClientId, poolTopic, type Scope, SCOPES } from '@setpoint/contract';
import type { MqttClient } from 'mqtt';
import { beforeEach, expect, it } from 'vitest';
import { makeSecret } from '../../identity/make-secret.ts';
import { openAdmissions } from '../../door/open-admissions.ts';
import type { Refused } from '../../platform/refusal-record.ts';
import { addClient } from '../../registry/clients/add-client.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { closeOf } from '../../../testing/messages-of.ts';
import { NOW, startTestGateway } from '../../../testing/start-test-gateway.ts';
import type { Recording } from '../../trail/append-record.ts';

const NO_LIMIT = 1_000_000;
const MOST_OF_CLIENT = 8;
const ADDRESS = '127.0.0.1';

const refused: Refused[] = [];
const signedIn: [string, Recording][] = [];
const ports = { http: NO_LIMIT, mqtt: NO_LIMIT, ops: NO_LIMIT };
const admissions = openAdmissions({
  settings: { ...ports, strangers: NO_LIMIT, strangersOfAddress: NO_LIMIT, ofClient: MOST_OF_CLIENT },
  handles: Infinity,
  databaseConnections: 0,
  trustedProxies: [],
  metrics: { addCounter: () => () => undefined },
  onRefused: () => undefined,
});
const refusals = { note: (one: Refused) => void refused.push(one) };
const signIns = { note: (key: string, deed: Recording) => void signedIn.push([key, deed]) };
const gateway = await ofTests(startTestGateway({ admissions, refusals, signIns }));
beforeEach(() => {
  refused.splice(0);
  signedIn.splice(0);
});

async function client(scopes: readonly Scope[] = SCOPES) {
  const clientId = randomUUID() as string as ClientId;
  const { text: password, hash: secretHash } = makeSecret('scs_');
  await gateway.store.write(addClient, { clientId, clientName: clientId, scopes, secretHash, now: NOW });
  return { clientId, open: (): Promise<MqttClient> => gateway.open({ username: clientId, password }) };
}

it('a client has as many connections as it may have, and the oldest makes room', async () => {
  const one = await client();
  const other = await (await client()).open();
  const first = await one.open();
  const isGone = closeOf(first);
  const others = [other];
  for (let more = 0; more < MOST_OF_CLIENT; more += 1) others.push(await one.open());
  await isGone;
  expect(others.every(({ connected }) => connected)).toBe(true);
});

it('a client that signs in is counted for the audit log', async () => {
  const { clientId, open } = await client();
  await open();
  const by = { actor: { kind: 'client', id: clientId }, address: ADDRESS };
  const deed = { by, action: 'client.connected', subject: { kind: 'client', id: clientId } };
  expect(signedIn).toEqual([[`${clientId} ${ADDRESS}`, deed]]);
});

it('a wrong secret is recorded with the address and the client that it was meant for', async () => {
  const { clientId } = await client();
  await expect(gateway.open({ username: clientId, password: 'wrong' })).rejects.toThrow(/bad user ?name/i);
  expect(refused).toEqual([{ kind: 'mqtt_login', address: ADDRESS, details: { claimed: clientId } }]);
  expect(signedIn).toEqual([]);
});

it('what a client may not do is recorded with the client', async () => {
  const { clientId, open } = await client(['sites:read']);
  const line = await open();
  await expect(line.subscribeAsync('#')).rejects.toThrow('Subscribe error');
  await line.publishAsync(poolTopic(randomUUID(), 'signal'), '{}', { qos: 1 });
  const isGone = closeOf(line);
  line.publish('elsewhere', '{}');
  await isGone;
  const sender = `client ${clientId}`;
  const seen = { address: ADDRESS, actor: { kind: 'client', id: clientId } };
  expect(refused).toEqual([
    { ...seen, kind: 'mqtt_subscription', details: { sender } },
    { ...seen, kind: 'forbidden', details: { sender, route: 'pools/v1/{poolId}/signal', code: 'forbidden' } },
    {
      ...seen,
      kind: 'mqtt_publish',
      details: { sender, reason: 'published to a topic that is not the signal of a pool' },
    },
  ]);
});
