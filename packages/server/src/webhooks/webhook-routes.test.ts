import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientId, Scope } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventTail } from '../events/event-tail.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { createIdMaker } from '../platform/create-id-maker.ts';
import { createNameLookup } from '../platform/addresses/create-name-lookup.ts';
import { addClient } from '../registry/clients/add-client.ts';
import type { Store } from '../store/store.ts';
import { fireAlert } from '../../testing/fire-alert.ts';
import { NO_ALERTS } from '../../testing/no-alerts.ts';
import { openStoreIn } from '../../testing/open-test-store.ts';
import { serveOperations } from '../serving/serve-operations.ts';
import { servingOver } from '../../testing/serving-over.ts';
import { createAddressRule } from './address-rule.ts';
import { createAttemptLog } from './attempt-log.ts';
import { listAttempts } from './read-webhook.ts';
import { webhookRoutes } from './webhook-routes.ts';

const HOOKS = '/api/v1/fleet/webhooks';
const DAY_MS = 86_400_000;
const SCOPES: readonly Scope[] = ['sites:read', 'fleet:webhooks'];

describe('webhooks over HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-hooks-'));
  const scopes = new Map<string, readonly Scope[]>();
  const connected: Socket[] = [];
  let now = Date.UTC(2030, 0, 1);
  let store: Store;
  let app: FastifyInstance;
  let silent: Server;
  let url: string;

  beforeAll(async () => {
    silent = createServer((socket) => connected.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    store = await openStoreIn(folder);
    const tail = await openEventTail({ store, onFailure: () => undefined });
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const authenticate = (clientId = '') => {
      const given = scopes.get(clientId);
      return given && { clientId: clientId as ClientId, scopes: new Set(given) };
    };
    const lookUp = createNameLookup();
    webhookRoutes(serveOperations(app, servingOver(store, authenticate)), {
      store,
      tail,
      now: () => now,
      makeId: createIdMaker(Date.now),
      sending: { ...NO_ALERTS, isAllowed: createAddressRule(['127.0.0.1']), timeoutMs: 10_000, lookUp },
      attempts: createAttemptLog({ store, mostKept: 100 }),
    });
    app.addHook('onClose', () => tail.stop());
  });
  afterAll(async () => {
    silent.close();
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function newClient(tokenScopes = SCOPES): Promise<ClientId> {
    const clientId = randomUUID() as string as ClientId;
    await store.write(addClient, { clientId, clientName: 'c', scopes: SCOPES, secretHash: clientId, now });
    scopes.set(clientId, tokenScopes);
    return clientId;
  }

  async function ask(client: ClientId, method: 'GET' | 'POST', path = '', payload?: object) {
    const reply = await app.inject({
      method,
      url: HOOKS + path,
      headers: { authorization: client, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers };
  }

  async function newHook(client: ClientId): Promise<string> {
    return String((await ask(client, 'POST', '', { url })).body['webhookId']);
  }

  it('are a few for each client', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await ask(client, 'POST', '', { url })).status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const refused = await ask(client, 'POST', '', { url });
    expect([refused.status, refused.body['message']]).toEqual([409, 'this client has 20 webhooks; remove one first']);
    expect((await ask(other, 'POST', '', { url })).status).toBe(201);
  });

  it('have a few secrets that are valid at the same time, each until a day after the next', async () => {
    const client = await newClient();
    const path = `/${await newHook(client)}/secrets`;
    const add = async () => (await ask(client, 'POST', path)).status;
    expect([await add(), await add(), await add(), await add()]).toEqual([201, 201, 201, 409]);
    expect((await ask(client, 'POST', path)).body['message']).toContain('has 4 valid secrets');
    now += DAY_MS;
    expect([await add(), await add(), await add(), await add()]).toEqual([201, 201, 201, 409]);
  });

  it('show the attempts of an alert to an operator, and nothing else of it', async () => {
    const [client, operator] = [await newClient(), await newClient([...SCOPES, 'fleet:admin'])];
    const path = `/${await fireAlert(store, now)}`;
    const asked = await Promise.all([
      ask(client, 'GET', `${path}/deliveries`),
      ask(operator, 'GET', `${path}/deliveries`),
      ask(operator, 'GET', path),
      ask(operator, 'POST', `${path}/replay`, { after: 'oldest' }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 200, 404, 404]);
  });

  it('are tested a few at a time by each client, whoever else tests theirs', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const [hook, others] = [await newHook(client), await newHook(other)];
    const test = (by: ClientId, webhookId: string) => ask(by, 'POST', `/${webhookId}/test`);
    const underway = [test(client, hook), test(client, hook)];
    await expect.poll(() => connected.length).toBe(2);
    const refused = await test(client, hook);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    underway.push(test(other, others));
    await expect.poll(() => connected.length).toBe(3);
    for (const socket of connected) socket.destroy();
    for (const { status, body } of await Promise.all(underway)) {
      expect([status, body['status'], body['error']]).toEqual([200, null, expect.any(String)]);
    }
    const again = test(client, hook);
    await expect.poll(() => connected.length).toBe(4);
    connected[3]?.destroy();
    expect((await again).status).toBe(200);
  });

  it('have a log of their latest attempts, however many there were', async () => {
    const client = await newClient();
    const [webhookId, other] = [await newHook(client), await newHook(client)];
    const attempts = createAttemptLog({ store, mostKept: 20 });
    const makeId = createIdMaker(() => (now += 1));
    const note = (of: string, ms: number) => {
      const attempt = {
        deliveryId: makeId(),
        eventId: 'x',
        type: 'webhook.test',
        attempt: 1,
        at: now,
        status: 200,
        ms,
      };
      return attempts.note({ webhookId: of, attempt: { ...attempt, error: null } });
    };
    await note(other, 0);
    for (let count = 1; count <= 200; count += 1) await note(webhookId, count);
    const kept = await store.read(listAttempts, { webhookId, before: '~', limit: 1_000 });
    expect(kept.map(({ ms }) => ms)).toEqual(Array.from({ length: 20 }, (_, index) => 200 - index));
    expect(await store.read(listAttempts, { webhookId: other, before: '~', limit: 10 })).toHaveLength(1);
  });
});
