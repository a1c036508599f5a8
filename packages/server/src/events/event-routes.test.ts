import { randomUUID } from 'node:crypto';
import { type AddressInfo } from 'node:net';
import { createSetpointClient, type EventOptions } from '@setpoint/client';
import {
  type BatchId,
  type ClientId,
  type EventGap,
  type FleetEvent,
  namesOfPair,
  type PairName,
  type Scope,
  type SiteId,
} from '@setpoint/contract';
import type { KnownRejection } from '../delivery/stored-rejection.ts';
import { parseBatch } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventTail, openEventTail, storeThatWakes } from './event-tail.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { readRevision } from '../gateway/snapshots/read-schedule.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { eventRoutes } from './event-routes.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite as addedSite } from '../../testing/new-site.ts';
import { applySchedules } from '../schedules/apply-schedules.ts';
import { changeClient } from '../registry/clients/change-client.ts';
import { endSession } from '../gateway/reports/end-session.ts';
import { forgetEvents } from './forget-events.ts';
import { compareEventPositions, readEventBounds } from './read-events.ts';
import { putGrant } from '../access/grants/put-grant.ts';
import { recordReport } from '../gateway/reports/record-report.ts';
import { removeSite } from '../registry/sites/remove-site.ts';
import { listenToEvents } from '../../testing/listen-to-events.ts';
import { sealAuditLog } from '../../testing/seal-audit-log.ts';
import { fireAlert } from '../../testing/fire-alert.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { serveOperations } from '../serving/serve-operations.ts';
import { servingOver } from '../../testing/serving-over.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { idOf, positionMessage } from '../../testing/position-message.ts';

const TEN = Date.UTC(2030, 0, 1, 10);

describe.each(STORE_KINDS)('the stream of events, on %s', (kind) => {
  let opened: TestStore;
  let store: Store;
  let tail: EventTail;
  let app: FastifyInstance;
  let url: string;
  let operator: ClientId;
  let auditor: ClientId;
  let siteId: SiteId;
  let sequence = 0;

  beforeEach(async () => {
    opened = await openTestStore(kind);
    tail = await openEventTail({
      store: opened.store,
      onFailure: (cause) => expect.unreachable(String(cause)),
      lookEveryMs: 20,
    });
    store = storeThatWakes(opened.store, tail);
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const authenticate = (header = '') => {
      const clientId = header.replace('Bearer ', '') as ClientId;
      const scopes = new Set<Scope>(clientId === auditor ? ['sites:read', 'audit:read'] : ['sites:read']);
      return { clientId, scopes };
    };
    const serving = servingOver(store, authenticate);
    const { access } = serving;
    const serve = serveOperations(app, serving);
    eventRoutes(serve, { budget: testBudget(), store, access, tail, countListener: () => undefined });
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    [operator, auditor] = [await newClient(), await newClient()];
    await store.write(putGrant, { clientId: operator, siteId: '*', canSchedule: false });
    siteId = await newSite();
    sequence = 0;
  });

  afterEach(async () => {
    tail.stop();
    app.server.closeAllConnections();
    await app.close();
    await opened.close();
  });

  it('tells of alerts and seals of the audit log those who read as operators, also without a grant, and nobody else', async () => {
    const alertId = await fireAlert(store, TEN);
    await sealAuditLog(store, TEN);
    expect((await all()).map(({ type }) => type)).toEqual(['site.changed']);
    expect(await all({ types: ['audit.sealed'] })).toEqual([]);
    const heard = await all({}, auditor);
    expect(heard).toMatchObject([
      { type: 'alert.firing', alertId, data: { alertName: 'Dispatch' } },
      { type: 'audit.sealed', data: { keyId: expect.stringMatching(/^seal-/) } },
    ]);
    await set(siteId, { 'grid/activePowerkW': 1 });
    expect((await all({ types: ['alert.firing', 'batch.accepted'] }, auditor)).map(({ type }) => type)).toEqual([
      'alert.firing',
    ]);
  });

  it('tells of batches, of what the controller made of them, and of the site itself, in order', async () => {
    await set(siteId, { 'grid/activePowerkW': 1, 'bess/activePowerkW': 1 });
    await report(siteId, [{ asset: 'bess', type: 'activePowerkW', code: 'unsupported', message: 'no inverter' }]);
    await set(siteId, { 'grid/activePowerkW': 2 });
    await set(siteId, { 'bess/activePowerkW': undefined });
    await report(siteId, []);
    await store.write(endSession, { siteId, session: 's', now: TEN });
    await store.write(removeSite, { siteId, siteName: 's', now: TEN });
    const told = (await all()).map((event) => ('data' in event ? [event.type, event.data] : event));
    const grid = { asset: 'grid', type: 'activePowerkW' };
    const bess = { asset: 'bess', type: 'activePowerkW' };
    expect(told).toMatchObject([
      ['site.changed', { change: 'added' }],
      ['batch.accepted', { version: 1, commands: [grid, bess] }],
      ['site.online', {}],
      ['command.accepted', { ...grid, version: 1 }],
      ['command.rejected', { ...bess, version: 1, code: 'unsupported', message: 'no inverter' }],
      // It begins at this very instant, and is told of before it is replaced.
      ['entry.started', { ...grid, value: 1 }],
      ['batch.accepted', { version: 2 }],
      ['batch.accepted', { version: 3, commands: [{ ...bess, isCleared: true }] }],
      ['batch.superseded', { version: 1 }],
      ['command.accepted', { ...grid, version: 2 }],
      ['command.accepted', { ...bess, version: 3 }],
      ['site.offline', { reason: 'disconnected' }],
      ['site.changed', { change: 'removed' }],
    ]);
  });

  it('goes on after any event, without loss or repeat, and can be narrowed to some types', async () => {
    for (let value = 0; value < 20; value += 1) await set(siteId, { 'grid/activePowerkW': value });
    const events = await all();
    for (const [index, event] of events.entries()) {
      expect(await all({ after: idOf(event) })).toEqual(events.slice(index + 1));
    }
    const accepted = await all({ types: ['batch.accepted'] });
    expect(accepted.map(({ type }) => type)).toEqual(Array.from({ length: 20 }, () => 'batch.accepted'));
  });

  it('is not looked through for a caller who can see nothing: it has the end of it at once', async () => {
    for (let value = 0; value < 3; value += 1) await set(siteId, { 'grid/activePowerkW': value });
    const last = idOf((await all()).at(-1));
    const path = `${url}/api/v1/fleet/events?after=oldest&follow=false`;
    expect(await (await fetch(path, as(await newClient()))).text()).toBe(positionMessage(last));
  });

  it('ends for a client that is disabled, though nothing happens', async () => {
    const listening = listen(operator);
    await listening.ready;
    const client = { clientId: operator, now: TEN };
    await store.write(changeClient, { ...client, isEnabled: false });
    await listening.ended;
  });

  it('says so when what followed is no longer kept, and goes on from the oldest that is', async () => {
    await set(siteId, { 'grid/activePowerkW': 1 });
    const [first, second] = await all();
    for (let value = 2; value < 9; value += 1) await set(siteId, { 'grid/activePowerkW': value }, TEN + value);
    await store.write(forgetEvents, { before: TEN + 4, limit: 100 });
    const left = await all();
    expect(
      left
        .map((event) => (event.type === 'batch.accepted' ? event.data.version : 0))
        .filter((version) => version !== 3),
    ).toEqual(expect.arrayContaining([4, 5, 6, 7, 8]));
    for (const event of [first, second]) {
      const resumed = await all({ after: idOf(event) });
      expect(resumed).toEqual([expect.objectContaining({ type: 'log.gap', reason: 'forgotten' }), ...left]);
    }
    expect(await all({ after: idOf(left[0]) })).toEqual(left.slice(1));
    // The gap is told before the place behind it, with its id: a client that is cut off between the two hears of it.
    const told = await fetch(`${url}/api/v1/fleet/events?follow=false&after=${idOf(first)}`, as(operator));
    const [gap = '', place] = (await told.text()).split('\n\n');
    const [, id = ''] = /^id: (.*)\nevent: log.gap\ndata: /.exec(gap) ?? [];
    expect([`${place}\n\n`, await all({ after: id })]).toEqual([positionMessage(id), left]);
  });

  it('never deletes the last event, from which it counts on', async () => {
    await store.write(forgetEvents, { before: TEN * 2, limit: 100 });
    await set(siteId, { 'grid/activePowerkW': 1 });
    const [last] = (await all()).slice(-1);
    await store.write(forgetEvents, { before: TEN * 2, limit: 100 });
    await set(siteId, { 'grid/activePowerkW': 2 });
    expect(await all({ after: idOf(last) })).toMatchObject([{ data: { version: 2 } }, { type: 'batch.superseded' }]);
  });

  it('says so when it never had the event after which it should go on', async () => {
    const ahead = await all({ after: '1.999999.0.0' });
    expect(ahead).toMatchObject([{ type: 'log.gap', reason: 'restored' }]);
  });

  it('begins with its place in the log, as a message of a name with data', async () => {
    await opened.untilHandedOut();
    const response = await fetch(`${url}/api/v1/fleet/events?follow=false`, as(operator));
    const [first = ''] = (await response.text()).split('\n\n');
    const [, id = ''] = /^id: (.*)$/m.exec(first) ?? [];
    expect(`${first}\n\n`).toBe(positionMessage(id));
    expect(await all({ after: id })).toEqual([]);
  });

  it('ends at once for everybody when the service stops', async () => {
    const listenings = Array.from({ length: 5 }, () => fetch(`${url}/api/v1/fleet/events`, as(operator)));
    const responses = await Promise.all(listenings);
    tail.stop();
    await Promise.all(responses.map((response) => response.text()));
  });

  function as(clientId: ClientId) {
    return { headers: { Authorization: `Bearer ${clientId}` } };
  }

  async function all(options: EventOptions = {}, token = operator): Promise<(FleetEvent | EventGap)[]> {
    await opened.untilHandedOut();
    const { last: end } = await store.read(readEventBounds, {});
    while (compareEventPositions(tail.end(), end) < 0) await tail.news();
    const events: (FleetEvent | EventGap)[] = [];
    const client = createSetpointClient({ url, token });
    for await (const event of client.events({ after: 'oldest', follow: false, ...options })) events.push(event);
    expect(eventFaults(events.filter(({ type }) => type !== 'log.gap'))).toEqual([]);
    return events;
  }

  const listen = (clientId: ClientId) => listenToEvents(`${url}/api/v1/fleet/events`, as(clientId));

  async function newClient(): Promise<ClientId> {
    const clientId = randomUUID() as string as ClientId;
    const scopes = ['sites:read'] as const;
    await store.write(addClient, { clientId, clientName: 'c', scopes, secretHash: clientId, now: TEN });
    return clientId;
  }

  const newSite = () => addedSite(store, TEN);

  async function set(site: SiteId, values: Record<string, number | undefined>, now = TEN): Promise<void> {
    const schedules = Object.entries(values).map(([pair, value]) => {
      const { asset, type } = namesOfPair(pair as PairName);
      const times = { startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T14:00:00Z' };
      return { asset, type, entries: value === undefined ? [] : [{ ...times, value }] };
    });
    const ids = { batchId: randomUUID() as string as BatchId, clientId: operator };
    await store.write(applySchedules, { siteId: site, ...ids, now, batch: parseBatch({ schedules }) });
  }

  async function report(site: SiteId, rejected: readonly KnownRejection[]): Promise<void> {
    sequence += 1;
    const revision = (await store.read(readRevision, { siteId: site })) ?? null;
    const said = { session: 's', sequence, clockOffsetMs: 0, revision, rejected };
    await store.write(recordReport, { siteId: site, now: TEN, ...said });
  }
});
