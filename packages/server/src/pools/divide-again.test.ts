import { randomUUID } from 'node:crypto';
import type { ClientId, PoolId, SiteId } from '@setpoint/contract';
import { currentRevision } from '@setpoint/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSiteSignals } from '../platform/site-signals.ts';
import { addClient } from '../registry/add-client.ts';
import { addSite } from '../registry/add-site.ts';
import { NEVER } from '../store/in-force.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../testing/open-test-store.ts';
import { divideAgain } from './divide-again.ts';
import { lookAtPools } from './keep-divided.ts';
import { createMemberKnowledge } from './member-knowledge.ts';
import { createOrderBoard } from './order-board.ts';
import { putPool } from './put-pool.ts';
import { readTicks } from './read-ticks.ts';
import { takeSignal } from './take-signal.ts';

const START = Date.UTC(2026, 9, 25, 12);
const ASKER = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const LEASE_MS = 12_000;
const POOL = {
  poolId: '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946' as string as PoolId,
  poolName: 'north',
  service: 'afrr',
  split: 'proportional',
  leadSeconds: 0,
  enduranceMinutes: 60,
} as const;
const turn = () => Promise.resolve();
const stretch = { from: START, to: NEVER, role: 'primary' as const, rank: 0, rampKwPerSecond: null };

describe.each(STORE_KINDS)('a signal that holds, on %s', (kind) => {
  let opened: TestStore;
  let sites: SiteId[];

  beforeEach(async () => {
    opened = await openTestStore(kind);
    sites = [await bookedSite(100), await bookedSite(100)].toSorted();
    await opened.store.write(putPool, { ...POOL, members: membersOf(sites), now: START });
    await ask(1, 90_000);
  });
  afterEach(() => opened.close());

  const membersOf = (those: readonly SiteId[]) => new Map(those.map((siteId) => [siteId, [stretch]]));
  const knowledge = (store = opened.store) => createMemberKnowledge(store, 90_000);

  async function bookedSite(kw: number): Promise<SiteId> {
    const siteId = randomUUID() as string as SiteId;
    const controllerKey = { keyId: randomUUID(), keyHash: siteId };
    await opened.store.write(addSite, { siteId, siteName: String(kw), timeZone: 'UTC', controllerKey, now: START });
    const times = `"startAt":"2026-10-25T00:00:00.000Z","endAt":"2026-10-26T00:00:00.000Z"`;
    const text = `{"asset":"grid","type":"afrrImportBookingkW","entries":[{${times},"value":${kw}}]}`;
    await opened.query(
      `INSERT INTO set_command (site_id, asset, type, text, hash, version, batch_id)
       VALUES ('${siteId}', 'grid', 'afrrImportBookingkW', '${text}', 'x', 0, 'b')`,
    );
    const [state] = await opened.query('SELECT epoch FROM store_state');
    const revision = currentRevision({ epoch: Number(state?.['epoch']), version: 0, hash: '' });
    await opened.query(
      `INSERT INTO site_state (site_id, reported_at, revision, ratings) VALUES ('${siteId}', ${START}, '${revision}', '')`,
    );
    return siteId;
  }

  async function ask(sequence: number, watts: number, at = START) {
    const actor = { kind: 'client', id: ASKER, name: 'the desk' } as const;
    const signal = { sequence, at, validUntil: at + LEASE_MS, watts, actor };
    const { store } = opened;
    const taken = await takeSignal({ store, knowledge: knowledge(), turn }, POOL, signal);
    if (taken.kind !== 'taken') throw new Error(taken.kind);
    return taken.tick;
  }

  const again = (ms: number, store = opened.store) =>
    divideAgain({ store, knowledge: knowledge(store), turn }, { poolId: POOL.poolId, now: START + ms });

  const ticks = async () => opened.store.read(readTicks, { poolId: POOL.poolId, limit: 9, upTo: { sequence: 99 } });
  const last = async () => {
    const [tick] = await ticks();
    return {
      round: tick?.round,
      watts: sites.map((siteId) => tick?.shares.get(siteId)?.watts),
      shortfall: tick?.shortfallWatts,
    };
  };

  /** What was written past the store is read once the store itself writes. */
  async function change(sql: string): Promise<void> {
    await opened.query(sql);
    await opened.store.write(putPool, { ...POOL, now: START });
  }
  const silence = (index: number) =>
    change(`UPDATE site_state SET disconnected_at = ${START + 1} WHERE site_id = '${sites[index]}'`);
  const refuse = (index: number) =>
    change(
      `UPDATE site_state SET rejected = '[{"asset":"grid","type":"afrrActivationkW","code":"internal","since":1}]'
       WHERE site_id = '${sites[index]}'`,
    );

  it('stays as it was divided while all go on', async () => {
    expect(await again(400)).toMatchObject({ kind: 'same' });
    expect(await again(11_999)).toMatchObject({ kind: 'same' });
    expect(await last()).toMatchObject({ round: 0, watts: [45_000, 45_000] });
  });

  it('is divided among the others once a member refuses, to the same end', async () => {
    await refuse(0);
    expect(await again(900)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
    const [second, first] = await ticks();
    expect([second?.sequence, second?.validUntil, second?.at]).toEqual([1, first?.validUntil, START + 900]);
  });

  it('goes on under the name of who asked for it', async () => {
    await opened.store.write(addClient, {
      clientId: ASKER,
      clientName: 'the desk',
      scopes: ['schedules:write'],
      secretHash: 'x',
      now: START,
    });
    await refuse(0);
    await again(900);
    const actor = { kind: 'client', id: ASKER, name: 'the desk' };
    expect(await ticks()).toMatchObject([
      { round: 1, actor },
      { round: 0, actor },
    ]);
  });

  it('tells what nobody can give, once', async () => {
    await refuse(0);
    await refuse(1);
    expect(await again(900)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 0], shortfall: 90_000 });
    expect(await again(1_300)).toMatchObject({ kind: 'same' });
  });

  it('goes on counting on a member that fell silent, until its order ends', async () => {
    await silence(0);
    expect(await again(400)).toEqual({ kind: 'same', nextLeaseEndAt: START + LEASE_MS });
    await ask(2, 90_000, START + 8_000);
    expect(await again(11_999)).toEqual({ kind: 'same', nextLeaseEndAt: START + LEASE_MS });
    expect(await again(12_000)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
  });

  it('moves on when a member leaves the pool, whose order ends with that', async () => {
    const board = createOrderBoard({ store: opened.store, signals: createSiteSignals(), now: () => START + 500 });
    const [first] = await ticks();
    if (first === undefined) throw new Error('there is a tick');
    board.put(POOL, first);
    await opened.store.write(putPool, { ...POOL, members: membersOf(sites.slice(1)), now: START + 300 });
    const divided = await again(500);
    if (divided.kind === 'put') board.put(divided.pool, divided.tick);
    const orders = sites.map((siteId) => board.of(siteId)[0]);
    expect(orders).toMatchObject([{ validUntil: START + 500 }, { watts: 90_000, validUntil: START + LEASE_MS }]);
  });

  it('is not divided again once it has ended', async () => {
    await refuse(0);
    expect(await again(LEASE_MS)).toEqual({ kind: 'over' });
  });

  it('is divided again once, whichever of two nodes does it, and a repeated signal has its first answer', async () => {
    await refuse(0);
    const other = kind === 'SQLite' ? opened.store : await opened.reopen();
    const kinds = (await Promise.all([again(500), again(500, other), again(500)])).map((one) => one.kind);
    if (other !== opened.store) await other.close();
    expect(kinds.toSorted()).toEqual(['put', 'same', 'same']);
    expect((await ticks()).map(({ sequence, round }) => [sequence, round])).toEqual([
      [1, 1],
      [1, 0],
    ]);
    const repeated = await ask(1, 90_000);
    expect([repeated.round, repeated.shares.get(sites[0] ?? ('' as SiteId))?.watts]).toEqual([0, 45_000]);
    expect((await ask(2, 90_000, START + 4_000)).shares.get(sites[1] ?? ('' as SiteId))?.watts).toBe(90_000);
  });

  it('is looked at after news and at the end of leases, by the one node that is chosen', async () => {
    let at = START;
    let isChosen = true;
    const { store } = opened;
    const board = createOrderBoard({ store, signals: createSiteSignals(), now: () => at });
    await board.look({ poolId: POOL.poolId });
    const looking = { store, knowledge: knowledge(), board, now: () => at, isChosen: async () => isChosen };
    const look = lookAtPools(looking);
    const seen = async (ms: number) => {
      at = START + ms;
      await look.atAll();
      return (await last()).watts;
    };
    expect(await seen(400)).toEqual([45_000, 45_000]);
    await refuse(0);
    expect(await seen(800)).toEqual([45_000, 45_000]);
    look.hear();
    isChosen = false;
    expect(await seen(1_200)).toEqual([45_000, 45_000]);
    isChosen = true;
    expect(await seen(1_600)).toEqual([0, 90_000]);
    await silence(1);
    look.hear();
    expect(await seen(2_000)).toEqual([0, 90_000]);
    await ask(2, 90_000, START + 8_000);
    await board.look({ poolId: POOL.poolId });
    expect(await seen(11_999)).toEqual([0, 0]);
    expect((await last()).shortfall).toBe(0);
    await seen(12_000);
    expect(await last()).toEqual({ round: 1, watts: [0, 0], shortfall: 90_000 });
  });
});
