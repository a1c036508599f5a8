import type { ClientId, HoldId, Pool, PoolId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../identity/caller.ts';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { addClient } from '../../registry/clients/add-client.ts';
import { makeHold } from '../../holds/make-hold.ts';
import { bookedSite } from '../../../testing/booked-site.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../../testing/open-test-store.ts';
import { askPool } from './ask-pool.ts';
import { divideAgain } from './divide-again.ts';
import { divideDuePools } from './divide-when-due.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { createOrderBoard } from './order-board.ts';
import { putPool } from '../put-pool.ts';
import { readDivisions } from './read-divisions.ts';
import { removePool } from '../remove-pool.ts';
import { acceptSignal } from './accept-signal.ts';

const START = Date.UTC(2026, 9, 25, 12);
const ASKER = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const LEASE_MS = 12_000;
const CLIENT = { clientName: 'the desk', scopes: ['schedules:write'], secretHash: 'x' } as const;
const HOLD_ID = '1b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946' as string as HoldId;
const HOLD = { holdId: HOLD_ID, asset: null, clientId: null, reason: 'works', isOperators: true };
const turn = async () => undefined;

describe.each(STORE_KINDS)('a signal that holds, on %s', (kind) => {
  let opened: TestStore;
  let sites: SiteId[];

  beforeEach(async () => {
    opened = await storeOfTest(kind);
    sites = [await bookedSite(opened, 100, START), await bookedSite(opened, 100, START)].toSorted();
    await opened.store.write(putPool, { ...NORTH, members: membersFrom(START, sites), now: START });
    await ask(1, 90_000);
  });

  const knowledge = (store = opened.store) => createMemberKnowledge(store, 90_000);

  async function ask(sequence: number, watts: number, { at = START, leaseMs = LEASE_MS } = {}) {
    const actor = { kind: 'client', id: ASKER, name: 'the desk' } as const;
    const signal = { sequence, at, validUntil: at + leaseMs, watts, actor };
    const { store } = opened;
    const accepted = await acceptSignal({ store, knowledge: knowledge(), turn, now: () => at }, NORTH, signal);
    if (accepted.kind !== 'accepted' && accepted.kind !== 'repeated') throw new Error(accepted.kind);
    return accepted.division;
  }

  const again = (ms: number, store = opened.store) =>
    divideAgain({ store, knowledge: knowledge(store), turn }, { poolId: NORTH.poolId, now: START + ms });

  const boardAt = (ms: number) =>
    createOrderBoard({ store: opened.store, signals: createSiteSignals(), now: () => START + ms });

  const divisions = async () =>
    opened.store.read(readDivisions, { poolId: NORTH.poolId, limit: 9, upTo: { sequence: 99 } });
  const last = async () => {
    const [division] = await divisions();
    return {
      round: division?.round,
      watts: sites.map((siteId) => division?.shares.get(siteId)?.watts),
      shortfall: division?.shortfallWatts,
    };
  };

  // What was written past the store is read once the store itself writes.
  async function change(sql: string): Promise<void> {
    await opened.query(sql);
    await opened.store.write(putPool, { ...NORTH, now: START });
  }
  const silence = (index: number) =>
    change(`UPDATE site_state SET disconnected_at = ${START + 1} WHERE site_id = '${sites[index]}'`);
  const refuse = (index: number, type = 'afrrActivationkW') =>
    change(
      `UPDATE site_state SET rejected = '[{"asset":"grid","type":"${type}","code":"internal","since":1}]'
       WHERE site_id = '${sites[index]}'`,
    );

  const addAsker = () => opened.store.write(addClient, { ...CLIENT, clientId: ASKER, now: START });
  const hold = (index: number) =>
    opened.store.write(makeHold, { ...HOLD, siteId: sites[index] ?? null, madeBy: ASKER, now: START + 800 });

  it('stays as it was divided while all go on', async () => {
    for (const ms of [400, 11_999]) expect(await again(ms)).toMatchObject({ kind: 'same' });
    expect(await last()).toMatchObject({ round: 0, watts: [45_000, 45_000] });
  });

  it('moves nobody who can go on, though by now another one could give more', async () => {
    const more = `REPLACE(text, '"value":100', '"value":200')`;
    await change(`UPDATE set_command SET text = ${more} WHERE site_id = '${sites[1]}'`);
    await expect(again(1_000)).resolves.toMatchObject({ kind: 'same' });
    await ask(2, 90_000, { at: START + 4_000 });
    expect(await last()).toMatchObject({ watts: [45_000, 45_000] });
  });

  it.each([
    ['afrrActivationkW', 'rejecting'],
    ['afrrImportBookingkW', 'rejected'],
  ])('is divided among the others once a member refuses its %s, to the same end', async (type, because) => {
    await refuse(0, type);
    await again(900);
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
    const [second, first] = await divisions();
    expect(second).toMatchObject({ sequence: 1, validUntil: first?.validUntil, at: START + 900 });
    expect(second?.shares.get(sites[0] ?? ('' as SiteId))?.because).toBe(because);
  });

  it('goes on under the name of who asked for it', async () => {
    await addAsker();
    await refuse(0);
    await again(900);
    const actor = { kind: 'client', id: ASKER, name: 'the desk' };
    expect(await divisions()).toMatchObject([
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
    await ask(2, 90_000, { at: START + 8_000 });
    expect(await again(11_999)).toEqual({ kind: 'same', nextLeaseEndAt: START + LEASE_MS });
    expect(await again(12_000)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
  });

  it('counts on a silent member that is held, too, until its order ends, and tells it to stop once it is back', async () => {
    const board = boardAt(900);
    await silence(0);
    expect(await again(400)).toMatchObject({ kind: 'same' });
    await addAsker();
    await hold(0);
    const divided = await again(900);
    if (divided.kind !== 'put') throw new Error(divided.kind);
    const [held] = sites.map((siteId) => divided.division.shares.get(siteId));
    expect(held).toMatchObject({ watts: 0, follows: 45_000, because: 'held' });
    expect(await last()).toMatchObject({ watts: [0, 45_000], shortfall: 0 });
    board.put(NORTH, divided.division);
    expect(board.of(sites[0] ?? ('' as SiteId))).toMatchObject([{ watts: 0 }]);
    const third = await ask(2, 90_000, { at: START + 8_000 });
    expect(third.shares.get(sites[0] ?? ('' as SiteId))).toMatchObject({ follows: 45_000, because: 'held' });
    expect(await again(12_000)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
  });

  it('counts on the order of a silent member also behind a shorter, later signal that has ended', async () => {
    await silence(0);
    await ask(2, 90_000, { at: START + 1_000, leaseMs: 4_000 });
    const third = await ask(3, 90_000, { at: START + 6_000 });
    const [silent, other] = sites.map((siteId) => third.shares.get(siteId));
    expect([silent, other]).toMatchObject([{ watts: 0, follows: 45_000 }, { watts: 45_000 }]);
  });

  it('gives a member that is back an order to its end, as the one that it follows ends before', async () => {
    await silence(0);
    await ask(2, 90_000, { at: START + 8_000 });
    await change(`UPDATE site_state SET disconnected_at = NULL WHERE site_id = '${sites[0]}'`);
    expect(await again(9_000)).toMatchObject({ kind: 'put', division: { validUntil: START + 8_000 + LEASE_MS } });
    expect(await last()).toEqual({ round: 1, watts: [45_000, 45_000], shortfall: 0 });
    expect(await again(9_400)).toMatchObject({ kind: 'same' });
  });

  it('moves on when a member leaves the pool, whose order ends with that', async () => {
    const board = boardAt(500);
    const [first] = await divisions();
    if (first === undefined) throw new Error('there is a division');
    board.put(NORTH, first);
    await opened.store.write(putPool, { ...NORTH, members: membersFrom(START, sites.slice(1)), now: START + 300 });
    const divided = await again(500);
    if (divided.kind === 'put') board.put(divided.pool, divided.division);
    const orders = sites.map((siteId) => board.of(siteId)[0]);
    expect(orders).toMatchObject([{ validUntil: START + 500 }, { watts: 90_000, validUntil: START + LEASE_MS }]);
  });

  it('ends for everybody when the pool is removed, also where another node tells them', async () => {
    const board = boardAt(500);
    await board.refresh({ poolId: NORTH.poolId });
    await opened.store.write(removePool, { poolId: NORTH.poolId, now: START + 300 });
    expect(await again(500)).toMatchObject({ kind: 'put' });
    await board.refresh({ poolId: NORTH.poolId });
    expect(sites.map((siteId) => board.of(siteId)[0]?.validUntil)).toEqual([START + 500, START + 500]);
    expect(await again(900)).toMatchObject({ kind: 'same' });
  });

  it('is found by looking, where the hint was lost, whatever instant it is of', async () => {
    const board = boardAt(500);
    const both = (sequence: number, watts: number) => sites.map(() => [sequence, watts]);
    const found = async () => {
      await board.refresh({ since: START - 30_000 });
      return sites.map((siteId) => board.of(siteId)[0]).map((order) => [order?.sequence, order?.watts]);
    };
    expect(await found()).toEqual(both(1, 45_000));
    await ask(2, 80_000, { at: START + 8_000 });
    expect(await found()).toEqual(both(2, 40_000));
    await ask(3, 60_000, { at: START + 3_000 });
    expect(await found()).toEqual(both(3, 30_000));
    await refuse(0);
    expect(await again(400)).toMatchObject({ kind: 'put', division: { at: START + 3_000 } });
    expect(await found()).toEqual([
      [3, 0],
      [3, 60_000],
    ]);
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
    expect((await divisions()).map(({ sequence, round }) => [sequence, round])).toEqual([
      [1, 1],
      [1, 0],
    ]);
    const repeated = await ask(1, 90_000);
    expect([repeated.round, repeated.shares.get(sites[0] ?? ('' as SiteId))?.watts]).toEqual([0, 45_000]);
    expect((await ask(2, 90_000, { at: START + 4_000 })).shares.get(sites[1] ?? ('' as SiteId))?.watts).toBe(90_000);
  });

  it('that is repeated gives nobody the order back that it had before', async () => {
    const { store } = opened;
    const now = () => START + 600;
    const orders = createOrderBoard({ store, signals: createSiteSignals(), now });
    await refuse(0);
    await again(500);
    // This node has not heard of it yet.
    const repeated = {
      kW: 90,
      sequence: 1,
      at: new Date(START).toISOString(),
      validUntil: new Date(START + LEASE_MS).toISOString(),
    };
    const pool = NORTH as unknown as Pool & { poolId: PoolId };
    const caller = { clientId: ASKER } as Caller;
    const asked = { pool, canSchedule: true, caller, read: () => repeated, turn };
    const told = await askPool({ store, now, knowledge: knowledge(), orders }, asked);
    expect([told.orderedkW, told.shortfallkW]).toEqual([90, 0]);
    expect(sites.map((siteId) => orders.of(siteId)[0]?.watts)).toEqual((await last()).watts);
  });

  it('is looked at after news and at the end of leases, by the one node that is chosen', async () => {
    let at = START;
    let isChosen = true;
    const { store } = opened;
    const board = createOrderBoard({ store, signals: createSiteSignals(), now: () => at });
    await board.refresh({ poolId: NORTH.poolId });
    const looking = { store, knowledge: knowledge(), board, now: () => at, isChosen: async () => isChosen };
    const pools = divideDuePools(looking);
    const seen = async (ms: number) => {
      at = START + ms;
      await pools.atAll();
      return (await last()).watts;
    };
    expect(await seen(400)).toEqual([45_000, 45_000]);
    await refuse(0);
    expect(await seen(800)).toEqual([45_000, 45_000]);
    pools.hear();
    isChosen = false;
    expect(await seen(1_200)).toEqual([45_000, 45_000]);
    isChosen = true;
    expect(await seen(1_600)).toEqual([0, 90_000]);
    await silence(1);
    pools.hear();
    expect(await seen(2_000)).toEqual([0, 90_000]);
    await ask(2, 90_000, { at: START + 8_000 });
    await board.refresh({ poolId: NORTH.poolId });
    expect(await seen(11_999)).toEqual([0, 0]);
    expect((await last()).shortfall).toBe(0);
    await seen(12_000);
    expect(await last()).toEqual({ round: 1, watts: [0, 0], shortfall: 90_000 });
  });
});
