import { randomUUID } from 'node:crypto';
import type { ClientId, Scope } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireAlert } from '../../testing/fire-alert.ts';
import { NO_ALERTS } from '../../testing/no-alerts.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { servingOver } from '../../testing/serving-over.ts';
import { startReceiver } from '../../testing/start-receiver.ts';
import { type EventTail, openEventTail, storeThatWakes } from '../events/event-tail.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { createNameLookup } from '../platform/addresses/create-name-lookup.ts';
import { createIdMaker } from '../platform/create-id-maker.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { serveOperations } from '../serving/serve-operations.ts';
import type { Store } from '../store/store.ts';
import { createAddressRule } from './address-rule.ts';
import { createAttemptLog } from './attempt-log.ts';
import { attemptNext } from './attempt-next.ts';
import { readWebhook } from './read-webhook.ts';
import { webhookRoutes } from './webhook-routes.ts';

const NOW = Date.UTC(2030, 0, 1);
const HOOKS = '/api/v1/fleet/webhooks';
const SCOPES: readonly Scope[] = ['sites:read', 'fleet:webhooks', 'fleet:admin'];
const CLIENT = randomUUID() as string as ClientId;

describe.each(STORE_KINDS)('the messages of a webhook, on %s', (kind) => {
  const secrets: string[] = [];
  let opened: TestStore;
  let store: Store;
  let tail: EventTail;
  let app: FastifyInstance;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let feeding: Parameters<typeof attemptNext>[0];

  beforeAll(async () => {
    opened = await openTestStore(kind);
    tail = await openEventTail({ store: opened.store, onFailure: () => undefined, lookEveryMs: 20 });
    store = storeThatWakes(opened.store, tail);
    await store.write(addClient, { clientId: CLIENT, clientName: 'c', scopes: SCOPES, secretHash: 'x', now: NOW });
    receiver = await startReceiver(() => secrets);
    const lookUp = createNameLookup();
    const by = { isAllowed: createAddressRule(['127.0.0.1']), timeoutMs: 10_000, lookUp, ca: receiver.ca };
    const sending = { ...NO_ALERTS, ...by };
    const attempts = createAttemptLog({ store, mostKept: 100 });
    const options = { store, tail, sending, attempts, now: () => NOW };
    const ground = { ...options, makeId: createIdMaker(Date.now) };
    feeding = { ...ground, countAttempt: () => undefined, isOver: () => false };
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const serve = serveOperations(
      app,
      servingOver(store, () => ({ clientId: CLIENT, scopes: new Set(SCOPES) })),
    );
    webhookRoutes(serve, ground);
  });
  afterAll(async () => {
    receiver.close();
    await app.close();
    tail.stop();
    await opened.close();
  });

  async function ask(method: 'POST', path: string, payload?: object) {
    const headers = { authorization: CLIENT, ...(payload && { 'content-type': 'application/json' }) };
    const reply = await app.inject({ method, url: HOOKS + path, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
  }

  async function newHook(): Promise<Record<string, unknown>> {
    const { body } = await ask('POST', '', { url: receiver.url, types: ['alert.firing'] });
    secrets.push(String(body['secret']));
    return body;
  }

  async function nextMessage(webhookId: string, come: () => Promise<unknown>) {
    const before = receiver.taken.length;
    await come();
    await receiver.until(before + 1);
    const { body, contentType, isSigned, id } = receiver.taken[before] ?? expect.unreachable('nothing came');
    return { webhookId, id, contentType, isSigned, message: JSON.parse(body) as Record<string, unknown> };
  }

  /** Hands its next event over, once that is in the log. */
  async function handOver(webhookId: string): Promise<void> {
    await expect
      .poll(async () => {
        const webhook = await store.read(readWebhook, { clientId: CLIENT, webhookId });
        return webhook && (await attemptNext(feeding, webhook)).kind;
      })
      .toBe('reached');
  }

  it('are CloudEvents, those of tests and those of events, signed alike', async () => {
    const webhookId = String((await newHook())['webhookId']);
    const test = await nextMessage(webhookId, () => ask('POST', `/${webhookId}/test`));
    expect(test).toMatchObject({ isSigned: true, contentType: 'application/cloudevents+json' });
    expect(test.message).toMatchObject({ specversion: '1.0', id: test.id, type: 'setpoint.webhook.test', data: {} });
    await fireAlert(store, NOW);
    const event = await nextMessage(webhookId, () => handOver(webhookId));
    const { data, ...attributes } = event.message;
    expect(event).toMatchObject({ isSigned: true, contentType: 'application/cloudevents+json' });
    expect(attributes).toEqual({
      specversion: '1.0',
      id: event.id,
      source: `${NO_ALERTS.publicUrl}/api/v1/fleet/events`,
      type: 'setpoint.alert.firing',
      subject: (data as Record<string, unknown>)['alertId'],
      time: expect.any(String) as unknown,
      datacontenttype: 'application/json',
    });
  });
});
