import { type Order, type SiteId, siteTopic } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../packages/server/src/testing/create-test-database.ts';
import { numberedId } from '../packages/server/src/testing/numbered-id.ts';
import { connectController, sendReport, snapshotsOf } from './harness/connect-controller.ts';
import { ServiceClient } from './harness/service-client.ts';
import { operatorOf, signIn } from './harness/sign-in.ts';
import { type Service, startService } from './harness/start-service.ts';
import { makeTempDir, type TempDir } from './harness/temp-dir.ts';

describe('a pool over two nodes', () => {
  let database: TestDatabase;
  let folder: TempDir;
  let services: readonly [Service, Service];
  let operator: ServiceClient;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    folder = await makeTempDir();
    const env = { DATABASE_URL: database.url, SETPOINT_PUBLIC_URL: 'https://setpoint.example' };
    const first = await startService({ dataDir: `${folder.path}/a`, env });
    services = [first, await startService({ dataDir: `${folder.path}/b`, env })];
    operator = new ServiceClient(first.url, await signIn(first.url, await operatorOf(`${folder.path}/a`)));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    await folder[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** A site that is booked by one node, and whose controller at the other has applied that and takes orders. */
  async function bookedMember(siteName: string) {
    const login = await operator.registerSite(siteName);
    const siteId = login.siteId as SiteId;
    const entry = { startAt: '2026-01-01T00:00:00Z', endAt: '2040-01-01T00:00:00Z', value: 100 };
    await operator.postSchedules(siteId, [{ asset: 'grid', type: 'afrrImportBookingkW', entries: [entry] }]);
    const mqttUrl = /mqtt:\/\/\S+:\d+/.exec(services[1].output())?.[0] ?? '';
    const controller = await connectController(mqttUrl, siteId, login.controllerKey);
    const [snapshots, orders] = [snapshotsOf(controller, 'schedule'), snapshotsOf(controller, 'order')];
    await controller.subscribeAsync([siteTopic(siteId, 'schedule'), siteTopic(siteId, 'order')], { qos: 1 });
    const { revision } = (await snapshots.next()) as { revision: string };
    const schedule = { revision, rejected: [] };
    await sendReport(controller, siteId, { session: 's', sequence: 1, schedule, takes: ['orders'] });
    return { siteId, controller, next: async () => (await orders.next()) as Order };
  }

  it('orders the members at the other node at once, and the others more once one has left', async () => {
    const [one, other] = [await bookedMember('one'), await bookedMember('other')];
    const path = `/api/v1/fleet/pools/${numberedId(4_711)}`;
    const members = [one, other].map(({ siteId }) => ({ siteId }));
    const pool = { poolName: 'p', service: 'afrr', split: 'proportional', members };
    expect(await operator.ask(path, { method: 'PUT', body: pool })).toMatchObject({ status: 200 });
    const body = { kW: 60, sequence: 2, validUntil: new Date(Date.now() + 60_000).toISOString() };
    const sentAt = performance.now();
    expect(await operator.ask(`${path}/signal`, { method: 'PUT', body })).toMatchObject({ status: 200 });
    const orders = [await one.next(), await other.next()];
    expect(orders.map(({ kW }) => kW)).toEqual([30, 30]);
    // Without the hint it would have been found by looking, every 2 s.
    expect(performance.now() - sentAt).toBeLessThan(1_000);
    await operator.ask(`${path}/members/${one.siteId}`, { method: 'DELETE' });
    expect(await other.next()).toMatchObject({ sequence: 2, kW: 60 });
    expect(Date.parse((await one.next()).validUntil)).toBeLessThanOrEqual(Date.now());
    for (const { controller } of [one, other]) controller.end(true);
  });
});
