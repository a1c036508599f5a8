import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type AddedClient, PATHS } from '@setpoint/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createIdMaker } from '../platform/create-id-maker.ts';
import type { Headers } from '../../testing/asking-of.ts';
import { fireAlert } from '../../testing/fire-alert.ts';
import { worldOfTests } from '../../testing/open-world.ts';
import { createAttemptLog } from './attempt-log.ts';
import { listAttempts } from './read-webhook.ts';

const DAY_MS = 86_400_000;
const SCOPE = 'sites:read+fleet:webhooks';

describe('webhooks over HTTP', async () => {
  const clock = { now: Date.now() };
  const connected: Socket[] = [];
  const silent = createServer((socket) => connected.push(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => void silent.close());
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const settings = { SETPOINT_WEBHOOK_NETWORKS: '127.0.0.1/32' };
  const world = await worldOfTests({ store: 'SQLite', clock, settings });

  const addClient = (scope = SCOPE) => {
    const body = { clientName: 'c', scopes: scope.split('+') };
    return world.done<AddedClient>('POST', PATHS.fleetClients, { body });
  };
  const newClient = async (scope = SCOPE) => world.bearer(scope, await addClient(scope));
  const ask = (as: Headers, method: 'GET' | 'POST', path = '', body?: object) =>
    world.ask<Record<string, unknown>>(method, PATHS.fleetWebhooks + path, {
      as,
      ...(body === undefined ? {} : { body }),
    });
  const newHook = async (as: Headers) => String((await ask(as, 'POST', '', { url })).body['webhookId']);

  it('have a few secrets that are valid at the same time, each until a day after the next', async () => {
    const client = await addClient();
    const path = `/${await newHook(await world.bearer(SCOPE, client))}/secrets`;
    const add = async () => (await ask(await world.bearer(SCOPE, client), 'POST', path)).status;
    expect([await add(), await add(), await add(), await add()]).toEqual([201, 201, 201, 409]);
    clock.now += DAY_MS;
    expect([await add(), await add(), await add(), await add()]).toEqual([201, 201, 201, 409]);
  });

  it('show the attempts of an alert to an operator, and nothing else of it', async () => {
    const [client, operator] = [await newClient(), await newClient(`${SCOPE}+fleet:admin`)];
    const path = `/${await fireAlert(world.store, clock.now)}`;
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
    const test = (by: Headers, webhookId: string) => ask(by, 'POST', `/${webhookId}/test`);
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
    const { store } = world;
    const attempts = createAttemptLog({ store, mostKept: 20 });
    const makeId = createIdMaker(() => (clock.now += 1));
    const note = (of: string, ms: number) => {
      const attempt = {
        deliveryId: makeId(),
        eventId: 'x',
        type: 'webhook.test',
        attempt: 1,
        at: clock.now,
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
