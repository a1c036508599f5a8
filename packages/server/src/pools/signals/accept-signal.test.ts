import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { NEVER } from '../../store/in-force.ts';
import { bookedSite } from '../../../testing/booked-site.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../../testing/open-test-store.ts';
import { forgetDivisions, hasOldDivisions } from './forget-divisions.ts';
import { learnAhead } from '../members/learn-ahead.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { putPool } from '../put-pool.ts';
import { readDivisions } from './read-divisions.ts';
import { acceptSignal } from './accept-signal.ts';

const START = Date.UTC(2026, 9, 25, 12);
const CYCLE_MS = 4_000;
const LEASE_MS = 3 * CYCLE_MS;
const OFFLINE_AFTER_MS = 90_000;

interface Asking {
  readonly store?: TestStore['store'];
  readonly at?: number;
  /** As it is, if left out. */
  readonly now?: number;
}

describe.each(STORE_KINDS)('a signal, on %s', (kind) => {
  let opened: TestStore;
  let sites: SiteId[];

  beforeEach(async () => {
    opened = await storeOfTest(kind);
    sites = [];
    for (const booked of [100, 200]) sites.push(await bookedSite(opened, booked, START));
    sites.sort();
    await join(sites);
  });

  const join = (siteIds: readonly SiteId[], rampKwPerSecond: number | null = null) =>
    opened.store.write(putPool, { ...NORTH, members: membersFrom(START, siteIds, rampKwPerSecond), now: START });
  // What was written past the store is read once the store itself writes.
  async function change(sql: string): Promise<void> {
    await opened.query(sql);
    await opened.store.write(putPool, { ...NORTH, now: START });
  }
  async function hold(siteId: SiteId | undefined): Promise<void> {
    await opened.query(`INSERT INTO hold (hold_id, made_by, is_operators, created_at) VALUES ('h', 'm', 1, ${START})`);
    await change(`INSERT INTO site_hold (hold_id, site_id, version, held_at) VALUES ('h', '${siteId}', 0, ${START})`);
  }
  const silence = (siteId: SiteId | undefined) =>
    change(`UPDATE site_state SET disconnected_at = ${START + 1} WHERE site_id = '${siteId}'`);

  const bookedOf = async (siteId: SiteId) =>
    Number((await opened.query(`SELECT site_name FROM site WHERE site_id = '${siteId}'`))[0]?.['site_name']);

  /** What the members are asked for, the one with the smaller booking first. */
  async function ask(sequence: number, watts: number, { store = opened.store, at = START, now }: Asking = {}) {
    const knowledge = createMemberKnowledge(store, OFFLINE_AFTER_MS);
    const turn = () => Promise.resolve();
    const accepted = await acceptSignal({ store, knowledge, turn, now: () => now ?? at }, NORTH, {
      sequence,
      at,
      validUntil: at + LEASE_MS,
      watts,
    });
    if (accepted.kind !== 'accepted') return accepted.kind;
    const shares = await Promise.all(
      [...accepted.division.shares].map(async ([id, share]) => ({ kw: await bookedOf(id), share })),
    );
    const { shortfallWatts } = accepted.division;
    return shares
      .toSorted((one, other) => one.kw - other.kw)
      .map(({ share }) => share.watts + share.follows)
      .concat(shortfallWatts === 0 ? [] : [shortfallWatts]);
  }

  const smaller = async () => ((await bookedOf(sites[0] ?? ('' as SiteId))) === 100 ? sites[0] : sites[1]);

  it('counts on a member that fell silent until its order ends, and then on others', async () => {
    expect(await ask(1, 90_000)).toEqual([30_000, 60_000]);
    await silence(await smaller());
    const asked = async (cycle: number) => ask(1 + cycle, 90_000, { at: START + cycle * CYCLE_MS });
    expect([await asked(1), await asked(2), await asked(3)]).toEqual([
      [30_000, 60_000],
      [30_000, 60_000],
      [0, 90_000],
    ]);
  });

  it('is accepted at once where its members were learned ahead, by a node that was never asked', async () => {
    for (let count = 0; count < 60; count += 1) sites.push(await bookedSite(opened, 1, START));
    await join(sites);
    const { store } = opened;
    const asked = async (isAhead: boolean) => {
      let turns = 0;
      const turn = async () => void (turns += 1);
      const knowledge = createMemberKnowledge(store, OFFLINE_AFTER_MS);
      const learn = learnAhead({ store, knowledge, turn, now: () => START, onFailure: raise });
      if (isAhead) await learn(NORTH.poolId);
      turns = 0;
      const signal = { sequence: isAhead ? 2 : 1, at: START, validUntil: START + LEASE_MS, watts: 60_000 };
      await acceptSignal({ store, knowledge, turn, now: () => START }, NORTH, signal);
      return turns;
    };
    expect(await asked(false)).toBeGreaterThan(0);
    expect(await asked(true)).toBe(0);
  });

  it('gives nothing to a member that is held, and tells what is missing', async () => {
    await hold(await smaller());
    expect(await ask(1, 250_000)).toEqual([0, 200_000, 50_000]);
  });

  it('is of an instant that moves no ramp ahead, nor a member away, and never goes back', async () => {
    await join(sites, 1);
    // The first order is measured from one cycle before.
    expect(await ask(1, 90_000, { at: START + 9_000, now: START })).toEqual([4_000, 4_000, 82_000]);
    expect(await ask(2, 90_000, { at: START + 19_000 })).toEqual([14_000, 14_000, 62_000]);
    await ask(3, 20_000, { at: START + 12_000, now: START + 20_000 });
    const divisions = { poolId: NORTH.poolId, limit: 1, upTo: { sequence: 9 } };
    expect((await opened.store.read(readDivisions, divisions))[0]?.at).toBe(START + 19_000);
  });

  it('that is older than its first members is divided among those of now', async () => {
    expect(await ask(1, 90_000, { at: START - 5_000, now: START })).toEqual([30_000, 60_000]);
  });

  it('counts on nothing of a member that was held and then fell silent, whoever else is silent', async () => {
    const third = await bookedSite(opened, 50, START);
    await join([...sites, third]);
    expect(await ask(1, 70_000)).toEqual([10_000, 20_000, 40_000]);
    const held = await smaller();
    await hold(held);
    await silence(third);
    expect(await ask(2, 70_000, { at: START + CYCLE_MS })).toEqual([10_000, 0, 60_000]);
    await opened.query(`DELETE FROM site_hold`);
    await silence(held);
    expect(await ask(3, 70_000, { at: START + 2 * CYCLE_MS })).toEqual([10_000, 0, 60_000]);
  });

  it('gives nothing to any member of a pool that is held, before the hold lies on one', async () => {
    await opened.query(
      `INSERT INTO hold (hold_id, pool_id, made_by, is_operators, created_at)
       VALUES ('h', '${NORTH.poolId}', 'm', 1, ${START})`,
    );
    expect(await ask(1, 90_000)).toEqual([0, 0, 90_000]);
  });

  it('is carried out once, whichever of two nodes takes it', async () => {
    const other = kind === 'SQLite' ? opened.store : await opened.reopen();
    const stores = [opened.store, other];
    const both = await Promise.all(
      stores.flatMap((store) => [1, 2, 3].map((sequence) => ask(sequence, 90_000, { store }))),
    );
    if (other !== opened.store) await other.close();
    const divisions = await opened.store.read(readDivisions, { poolId: NORTH.poolId, limit: 9, upTo: { sequence: 9 } });
    const accepted = divisions.map(({ sequence }) => sequence);
    expect(accepted[0]).toBe(3);
    expect(new Set(accepted).size).toBe(accepted.length);
    for (const answer of both) if (Array.isArray(answer)) expect(answer).toEqual([30_000, 60_000]);
  });

  it('lets others go first while it learns of many members', async () => {
    const many: SiteId[] = [];
    for (let index = 0; index < 120; index += 1) many.push(await bookedSite(opened, 10, START));
    await join(many);
    const { store } = opened;
    let turns = 0;
    const turn = async () => {
      turns += 1;
    };
    const knowledge = createMemberKnowledge(store, OFFLINE_AFTER_MS);
    const signal = { sequence: 1, at: START, validUntil: START + LEASE_MS, watts: 1_200_001 };
    const accepted = await acceptSignal({ store, knowledge, turn, now: () => START }, NORTH, signal);
    expect([accepted.kind, accepted.kind === 'accepted' && accepted.division.shortfallWatts, turns]).toEqual([
      'accepted',
      1,
      3,
    ]);
  });

  it('takes a few bytes for each member, and is forgotten with the list of its members', async () => {
    await ask(1, 90_000);
    await ask(2, 290_000, { at: START + CYCLE_MS });
    const [row] = await opened.query('SELECT length(shares) AS bytes FROM pool_tick');
    expect(Number(row?.['bytes'])).toBeLessThanOrEqual(2 * 15);
    const rows = async () =>
      Promise.all(
        ['pool_tick', 'pool_roster'].map(async (table) => (await opened.query(`SELECT 1 FROM ${table}`)).length),
      );
    expect(await rows()).toEqual([2, 1]);
    await opened.store.write(forgetDivisions, { before: START + 1, limit: 9 });
    expect(await rows()).toEqual([1, 1]);
    await opened.store.write(forgetDivisions, { before: NEVER, limit: 9 });
    expect([await rows(), await opened.store.read(hasOldDivisions, { before: NEVER })]).toEqual([[0, 0], false]);
  });
});

function raise(cause: unknown): never {
  throw cause;
}
