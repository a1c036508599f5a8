import { randomUUID } from 'node:crypto';
import type { Order, OrderList, PoolId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  NOTHING_SET,
  NOW,
  report,
  startTestGateway,
  subscribe,
  subscribeToOrders,
  type TestSite,
} from '../../testing/start-test-gateway.ts';
import { ofTests } from '../../testing/of-tests.ts';
import { pollOrders } from './https/https-binding.ts';

let site: TestSite;
let now = NOW;
let sequence = 0;
let poolId: PoolId;

const gateway = await ofTests(startTestGateway({ now: () => now }));
beforeEach(async () => {
  now = NOW;
  poolId = randomUUID() as string as PoolId;
  site = await gateway.addSite();
});

/** A signal that was divided: each of these members has that many watts. */
function divide(...given: Parameters<typeof divisionOf>): void {
  sequence += 1;
  gateway.orders.put({ poolId, service: 'afrr' }, divisionOf(...given));
}
function divisionOf(watts: ReadonlyMap<SiteId, number>, lasts = 12_000, because: 'offline' | null = null) {
  const shares = new Map([...watts].map(([siteId, share]) => [siteId, { watts: share, follows: 0, because }]));
  const nothing = { holding: null, goesBackBelow: null, watts: 0, shortfallWatts: 0, surplusWatts: 0, actor: null };
  return { sequence, sent: sequence, round: 0, at: now, validUntil: now + lasts, ...nothing, shares };
}
const ask = (watts: number, lasts?: number) => divide(new Map([[site.siteId, watts]]), lasts);
const until = (ms: number) => new Date(NOW + ms).toISOString();
/** From now on another pool is asked, whose next signal has this sequence. */
function inAnotherPool(nextSequence: number): void {
  poolId = randomUUID() as string as PoolId;
  sequence = nextSequence - 1;
}

describe('a controller that takes orders', () => {
  it('gets each as it comes, and the early end of the last', async () => {
    const orders = await subscribeToOrders(await gateway.connect(site), site);
    ask(58_962);
    expect(await orders.next()).toEqual({ service: 'afrr', poolId, sequence, kW: 58.962, validUntil: until(12_000) });
    now += 4_000;
    ask(-1);
    expect(await orders.next()).toEqual({ service: 'afrr', poolId, sequence, kW: -0.001, validUntil: until(16_000) });
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
});

describe('a site that goes to another pool of its service', () => {
  const FIRST = 5_000_000;
  let first: PoolId;
  beforeEach(() => {
    inAnotherPool(FIRST);
    first = poolId;
    ask(50_000, 60_000);
    now += 4_000;
  });
  const subscribed = async () => subscribeToOrders(await gateway.connect(site), site);
  async function polled(): Promise<readonly Order[]> {
    const controller = { siteId: site.siteId, keyId: site.keyId, endsAt: Number.MAX_SAFE_INTEGER };
    const polling = { store: gateway.store, signals: gateway.signals, orders: gateway.orders, now: () => now };
    const answer = await pollOrders(polling, controller, { isKnown: undefined, waitMs: 0 });
    const bytes = answer.kind === 'snapshot' ? answer.bytes.toString() : '{ "orders": [] }';
    return (JSON.parse(bytes) as OrderList).orders;
  }
  /** What is followed by a controller that compares sequences whatever pool they are of. */
  function followed(orders: readonly Order[]): number | undefined {
    const isInForce = (order: Order | undefined) => order !== undefined && Date.parse(order.validUntil) > now;
    const last = orders.reduce<Order | undefined>((held, order) => {
      return isInForce(held) && order.sequence < (held?.sequence ?? 0) ? held : order;
    }, undefined);
    return isInForce(last) ? last?.kW : undefined;
  }

  it('follows the other one at once, with a lower sequence too', async () => {
    const orders = await subscribed();
    const got = [await orders.next()];
    expect(got).toEqual([{ service: 'afrr', poolId: first, sequence: FIRST, kW: 50, validUntil: until(60_000) }]);
    inAnotherPool(12);
    ask(-20_000);
    got.push(await orders.next(), await orders.next());
    expect(got.map((order) => [order.sequence, order.poolId])).toEqual([
      [FIRST, first],
      [FIRST, first],
      [12, poolId],
    ]);
    expect(followed(got)).toBe(-20);
    ask(-30_000);
    // What the connection was told once is not told with each signal.
    expect(await orders.next()).toMatchObject({ sequence: 13, kW: -30 });
  });

  it('does so though its controller was cut off meanwhile, and missed the first of the other', async () => {
    inAnotherPool(12);
    ask(-20_000);
    ask(-30_000);
    const orders = await subscribed();
    const got = [await orders.next(), await orders.next()];
    expect(got.map(({ sequence: of, kW }) => [of, kW])).toEqual([
      [FIRST, 50],
      [13, -30],
    ]);
    expect(followed([{ service: 'afrr', sequence: FIRST, kW: 50, validUntil: until(60_000) }, ...got])).toBe(-30);
  });

  it('is told of each pool whose order it may follow still, once', async () => {
    inAnotherPool(700);
    ask(1_000, 30_000);
    inAnotherPool(12);
    ask(2_000);
    poolId = first;
    sequence = FIRST;
    ask(3_000);
    const all = (await polled()).map(({ sequence: of }) => of);
    expect(all.toSorted((one, other) => one - other)).toEqual([12, 700, FIRST + 1]);
    expect(all.at(-1)).toBe(FIRST + 1);
  });

  it('hears no more of an order once that would have ended by itself', async () => {
    inAnotherPool(12);
    ask(-20_000, 300_000);
    expect((await polled()).map(({ sequence: of }) => of)).toEqual([FIRST, 12]);
    now = NOW + 60_000;
    expect((await polled()).map(({ sequence: of }) => of)).toEqual([12]);
    expect(await (await subscribed()).next()).toMatchObject({ sequence: 12 });
  });

  it('is told that an order ended early, though its controller was cut off just then', async () => {
    divide(new Map());
    const orders = await subscribed();
    const ended = await orders.next();
    expect(ended).toMatchObject({ sequence: FIRST, validUntil: until(4_000) });
    inAnotherPool(12);
    ask(-20_000);
    expect(followed([ended, await orders.next(), await orders.next()])).toBe(-20);
  });

  it('stays with the other one, whatever is heard late of the one before', async () => {
    const orders = await subscribed();
    await orders.next();
    const late = { ...divisionOf(new Map([[site.siteId, 60_000]])), sequence: FIRST + 1 };
    inAnotherPool(12);
    now += 4_000;
    ask(-20_000);
    await orders.next();
    expect(await orders.next()).toMatchObject({ sequence: 12 });
    gateway.orders.put({ poolId: first, service: 'afrr' }, late);
    expect((await polled()).map(({ sequence: of }) => of)).toEqual([FIRST + 1, 12]);
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
