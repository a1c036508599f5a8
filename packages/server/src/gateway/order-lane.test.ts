import { randomUUID } from 'node:crypto';
import type { PoolId, SiteId } from '@setpoint/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closeOf,
  NOTHING_SET,
  NOW,
  report,
  startTestGateway,
  subscribe,
  subscribeToOrders,
  type TestGateway,
  type TestSite,
} from '../testing/start-test-gateway.ts';

let gateway: TestGateway;
let site: TestSite;
let now = NOW;
let sequence = 0;
let poolId: PoolId;

beforeAll(async () => {
  gateway = await startTestGateway({ now: () => now });
}, 60_000);
afterAll(() => gateway.stop());
beforeEach(async () => {
  now = NOW;
  poolId = randomUUID() as string as PoolId;
  site = await gateway.addSite();
});

/** A signal that was divided: each of these members has that many watts. */
function divide(watts: ReadonlyMap<SiteId, number>, lasts = 12_000, because: 'offline' | null = null): void {
  sequence += 1;
  const shares = new Map([...watts].map(([siteId, share]) => [siteId, { watts: share, follows: 0, because }]));
  const tick = {
    sequence,
    round: 0,
    at: now,
    validUntil: now + lasts,
    watts: 0,
    shortfallWatts: 0,
    surplusWatts: 0,
    actor: null,
    shares,
  };
  gateway.orders.put({ poolId, service: 'afrr' }, tick);
}
const ask = (watts: number, lasts?: number) => divide(new Map([[site.siteId, watts]]), lasts);
const until = (ms: number) => new Date(NOW + ms).toISOString();

describe('a controller that takes orders', () => {
  it('gets each as it comes, and the early end of the last', async () => {
    const orders = await subscribeToOrders(await gateway.connect(site), site);
    ask(58_962);
    expect(await orders.next()).toEqual({ service: 'afrr', sequence, kW: 58.962, validUntil: until(12_000) });
    now += 4_000;
    ask(-1);
    expect(await orders.next()).toEqual({ service: 'afrr', sequence, kW: -0.001, validUntil: until(16_000) });
    divide(new Map());
    expect(await orders.next()).toMatchObject({ sequence: sequence - 1, validUntil: until(4_000) });
  });

  it('that connects later gets the one in force, and none that has ended', async () => {
    ask(5_000);
    const first = await subscribeToOrders(await gateway.connect(site), site);
    expect(await first.next()).toMatchObject({ kW: 5 });
    now += 12_000;
    const second = await subscribeToOrders(await gateway.connect(site), site);
    ask(6_000);
    expect(await second.next()).toMatchObject({ kW: 6 });
  });

  it('is not told of an order again, nor of one before it, whatever is put twice or late', async () => {
    const orders = await subscribeToOrders(await gateway.connect(site), site);
    ask(1_000);
    const first = sequence;
    ask(2_000);
    sequence = first - 1;
    ask(9_000);
    ask(2_000);
    ask(3_000);
    const kws = [await orders.next(), await orders.next(), await orders.next()].map(({ kW }) => kW);
    expect(kws).toEqual([1, 2, 3]);
  });

  it('that was thought to be out of reach keeps its order until that ends', async () => {
    ask(5_000);
    divide(new Map([[site.siteId, 0]]), 12_000, 'offline');
    const orders = await subscribeToOrders(await gateway.connect(site), site);
    expect(await orders.next()).toMatchObject({ kW: 5, sequence: sequence - 1 });
  });

  it('has the same snapshot all the time', async () => {
    const controller = await gateway.connect(site);
    const orders = await subscribeToOrders(controller, site);
    await report(controller, site, { sequence: 1, takes: ['orders', 'later'] });
    const snapshots = await subscribe(controller, site);
    expect(await snapshots.next()).toMatchObject({ revision: NOTHING_SET, offers: ['orders'] });
    ask(5_000);
    await orders.next();
    await gateway.set(site, 100);
    const after = await snapshots.next();
    expect([after.revision, after.commands.map(({ type }) => type)]).toEqual([
      expect.stringMatching(/^1\.1\.[\w-]{8}$/),
      ['activePowerkW'],
    ]);
  });

  it('cannot have those of another site, nor publish any', async () => {
    const other = await gateway.addSite();
    const controller = await gateway.connect(site);
    const granted = await controller.subscribeAsync(`sites/v1/${other.siteId}/order`).catch(() => 'refused');
    expect(granted).toBe('refused');
    const isGone = closeOf(controller);
    controller.publish(`sites/v1/${site.siteId}/order`, '{}');
    await isGone;
  });
});

describe('a controller that knows nothing of orders', () => {
  it('has each in its snapshot, under a revision of its own, until it ends', async () => {
    const controller = await gateway.connect(site);
    const snapshots = await subscribe(controller, site);
    const before = await snapshots.next();
    ask(-7_500);
    const ordered = await snapshots.next();
    expect(ordered.revision).toMatch(/^1\.0\.00000000~o[\w-]{8}$/);
    expect(ordered.commands).toEqual([
      {
        asset: 'grid',
        type: 'afrrActivationkW',
        entries: [{ startAt: until(0), endAt: until(12_000), value: -7.5 }],
      },
    ]);
    await report(controller, site, { sequence: 1, schedule: { revision: ordered.revision, rejected: [] } });
    now += 4_000;
    ask(-8_000);
    const next = await snapshots.next();
    expect([next.revision === ordered.revision, next.commands[0]?.entries[0]?.value]).toEqual([false, -8]);
    now += 12_000;
    await report(controller, site, { sequence: 2, schedule: { revision: next.revision, rejected: [] } });
    expect(await snapshots.next()).toMatchObject({ revision: before.revision, commands: [] });
  });

  it('gets them by the new way once it takes it up', async () => {
    const controller = await gateway.connect(site);
    const snapshots = await subscribe(controller, site);
    await snapshots.next();
    ask(1_000);
    expect((await snapshots.next()).commands).toHaveLength(1);
    const orders = await subscribeToOrders(controller, site);
    expect(await orders.next()).toMatchObject({ kW: 1 });
    await report(controller, site, { sequence: 1, takes: ['orders'] });
    expect((await snapshots.next()).commands).toEqual([]);
  });
});
