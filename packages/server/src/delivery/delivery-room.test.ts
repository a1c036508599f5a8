import {
  type CreateSchedulesBatchResponse,
  type BatchDelivery,
  PATHS,
  type SiteDelivery,
  type SiteId,
} from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { clockText, drawSchedules, MIDNIGHT } from '../../testing/draw-schedules.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { worldOfTests } from '../../testing/open-world.ts';
import { routesOver } from '../../testing/routes-over.ts';
import { createSiteSignals } from '../platform/site-signals.ts';
import { deliveryRoutes } from './delivery-room.ts';
import { readBatch, readDeliveryFacts } from './read-delivery.ts';

const POWER = 'bess activePowerkW | 00-01 5, 01-02 5';
const REFUSAL = { asset: 'bess', type: 'activePowerkW', code: 'unsupported', message: 'not today' };
// Of a schedule that this site never had.
const OTHERS = { schedule: { revision: '9.9.abcdefgh', rejected: [] } };

const clock = { now: MIDNIGHT };
const world = await worldOfTests({ clock });

describe('delivery', () => {
  let siteId: SiteId;

  beforeEach(async () => {
    clock.now = MIDNIGHT;
    siteId = await world.site();
  });

  it('of a site is pending, then in sync or partial, and unreachable once it is offline', async () => {
    expect(await site()).toMatchObject({ state: 'unreachable', version: 0, reportedAt: null, commands: [] });
    await set(POWER);
    await world.report(siteId, OTHERS);
    expect(await site()).toMatchObject({ state: 'pending', isOnline: true, appliedVersion: null });
    clock.now += 60_000;
    await world.report(siteId);
    const [running, scheduled] = [{ state: 'executing', isLate: true }, { state: 'scheduled' }];
    const applied = { version: 1, appliedVersion: 1, commands: [{ entries: [running, scheduled] }] };
    expect(await site()).toMatchObject({ state: 'in_sync', ...applied });
    await reject();
    const { code, message } = REFUSAL;
    const rejected = { state: 'rejected', code, message, entries: [{ state: 'rejected' }, { state: 'rejected' }] };
    expect(await site()).toMatchObject({ state: 'partial', commands: [rejected] });
    await set(POWER);
    clock.now = Date.parse(clockText('01'));
    expect(await site()).toMatchObject({ state: 'unreachable', commands: [{ state: 'pending' }] });
  });

  it('of a batch is the worst of its commands that stand, and superseded when none does', async () => {
    const first = await set('grid activePowerkW | 00-01 5');
    const second = await set(POWER);
    expect(await batch(first)).toMatchObject({ state: 'pending', siteId, version: 1 });
    await reject();
    expect(await batch(first)).toMatchObject({ state: 'accepted' });
    expect(await batch(second)).toMatchObject({ state: 'rejected', commands: [{ code: REFUSAL.code }] });
    const clear = await set('grid activePowerkW |');
    expect(await batch(first)).toMatchObject({ state: 'superseded' });
    expect(await batch(clear)).toMatchObject({ state: 'pending' });
  });

  it('of a batch that is waited for is answered as soon as it is accepted, or when the time is over', async () => {
    const waiting = wait(await set(POWER), 50);
    await world.report(siteId, OTHERS);
    await world.report(siteId);
    expect((await waiting).body).toMatchObject({ state: 'accepted' });
    expect((await wait(await set(POWER), 1)).body).toMatchObject({ state: 'pending' });
    const untimely = await world.ask<{ message: string }>('GET', `${at(PATHS.fleetBatch, await set(POWER))}?timeout=5`);
    expect([untimely.status, untimely.body.message]).toEqual([400, 'timeout needs wait=accepted']);
  });

  it('of a batch that many wait for is read once for each signal', async () => {
    const waits = { listening: 0, reading: 0, reads: [] as unknown[] };
    const path = `${at(PATHS.fleetBatch, await set(POWER))}?wait=accepted&timeout=50`;
    const signals = createSiteSignals();
    const { app, serve, store, now, access, budget } = routesOver(world);
    const read: typeof store.read = (transaction, input) => {
      waits.reading += 1;
      waits.reads.push(transaction);
      return store.read(transaction, input).finally(() => (waits.reading -= 1));
    };
    const listen: typeof signals.listen = (...listening) => {
      waits.listening += 1;
      return signals.listen(...listening);
    };
    deliveryRoutes(serve, {
      store: { ...store, read },
      signals: { ...signals, listen },
      access,
      budget,
      orders: { of: () => [] },
      now,
      offlineAfterMs: 90_000,
    });
    const asked = Array.from({ length: 50 }, () => app.inject(path));
    const all = (reads: number) =>
      lookUntil(
        () => Promise.resolve(waits),
        ({ listening, reading, reads: done }) => listening === 50 && reading === 0 && done.length >= reads,
      );
    await all(1);
    for (let sent = 0; sent < 3; sent += 1) {
      waits.reads = [];
      signals.send(siteId, 'report');
      await all(2);
      expect(waits.reads).toEqual([readBatch, readDeliveryFacts]);
    }
    await world.report(siteId);
    signals.send(siteId, 'report');
    for (const answer of await Promise.all(asked)) expect(answer.json()).toMatchObject({ state: 'accepted' });
    await app.close();
  });

  const site = async () => (await world.ask<SiteDelivery>('GET', at(PATHS.fleetSiteDelivery, siteId))).body;
  const batch = async (batchId: string) => (await world.ask('GET', at(PATHS.fleetBatch, batchId))).body;
  const wait = (batchId: string, seconds: number) =>
    world.ask<BatchDelivery>('GET', `${at(PATHS.fleetBatch, batchId)}?wait=accepted&timeout=${seconds}`);

  async function set(picture: string): Promise<string> {
    const body = { schedules: drawSchedules(picture) };
    return (await world.done<CreateSchedulesBatchResponse>('POST', at(PATHS.schedules, siteId), { body })).batchId;
  }

  async function reject(): Promise<void> {
    const { revision } = await site();
    await world.report(siteId, { schedule: { revision, rejected: [REFUSAL] } });
  }
});
