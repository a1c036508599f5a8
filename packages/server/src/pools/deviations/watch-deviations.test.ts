import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { clockText, ratedAssets, setDrawn } from '../../../testing/draw-schedules.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { type PoolWorld, poolWorldOfTest } from '../../../testing/pool-world-of-test.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { createDeviations, type Deviations } from './watch-deviations.ts';

const SECOND = 1_000;
const { poolId } = NORTH;
const START = Date.parse(clockText('00:10'));
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const SET = `grid activePowerkW | 00-02 100
  grid afrrImportBookingkW | 00-02 100`;

describe('a pool with a member that does not follow', () => {
  const clock = { now: START };
  let pool: PoolWorld;
  let deviations: Deviations;
  let signals: number;
  let setpointKw: number;

  beforeEach(() => begin(SET, 2));

  async function begin(set: string, members: number): Promise<void> {
    clock.now = START;
    signals = 0;
    setpointKw = Number(/activePowerkW \S \S+ (\d+)/.exec(set)?.[1]);
    pool = await poolWorldOfTest({ clock, set, ramps: Array.from({ length: members }, () => null) });
    const { board, dividing, sites } = pool;
    deviations = createDeviations({ ...dividing, board, knowledge: knowledge(), tolerance: TOLERANCE });
    for (const siteId of sites) await report(siteId, 0);
  }

  const knowledge = () => createMemberKnowledge(pool.world.store, 90_000, () => []);

  /** Asks the pool each 4 s; what each supplies of its order is reported, and looked at. */
  async function goOn(seconds: number, supplied: readonly (number | 'all')[], kwAt: (ms: number) => number = () => 90) {
    for (let until = clock.now + seconds * SECOND; clock.now < until; clock.now += 4 * SECOND) {
      signals += 1;
      // Each time for a watt more.
      pool.board.put(NORTH, await pool.ask(kwAt(clock.now) + signals / 1_000, 12 * SECOND, knowledge()));
      for (const [index, siteId] of pool.sites.entries()) await report(siteId, supplied[index] ?? 'all');
      await deviations.divide();
    }
  }

  async function report(siteId: SiteId, supplied: number | 'all'): Promise<void> {
    const { grid } = ratedAssets();
    if (grid == null) throw new Error('it is there');
    const kW = supplied === 'all' ? (pool.board.of(siteId)[0]?.watts ?? 0) / 1_000 : supplied;
    const orders = pool.board.since(siteId, clock.now - 120_000) ?? null;
    const watch = { tolerances: { grid: TOLERANCE, bess: TOLERANCE }, orders };
    const ordered = await pool.report(siteId, { grid: { ...grid, activePowerkW: setpointKw + kW } }, watch);
    deviations.see(siteId, ordered);
  }

  function last() {
    const [{ division } = expect.unreachable()] = pool.board.inForce(clock.now);
    const shares = pool.sites.map((siteId) => division.shares.get(siteId));
    return {
      kW: shares.map((share) => Math.round((share?.watts ?? 0) / 1_000)),
      because: shares.map((share) => share?.because),
      missedKw: Math.round((shares[1]?.misses ?? 0) / 1_000),
      shortKw: Math.round(division.shortfallWatts / 1_000),
    };
  }

  async function events() {
    const query = 'types=pool.member_deviating,pool.member_following&after=oldest&follow=false';
    const { text } = await pool.world.ask('GET', `/api/v1/fleet/events?${query}`);
    const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as { type: string });
    return told.filter(({ type }) => type !== 'log.position');
  }

  it('orders the others what it misses, after one ramp and two reports, and takes it back once it follows', async () => {
    await goOn(60, ['all', 0]);
    expect(last()).toEqual({ kW: [45, 45], because: [null, null], missedKw: 0, shortKw: 0 });
    await goOn(8, ['all', 0]);
    expect(last()).toEqual({ kW: [90, 45], because: [null, 'deviating'], missedKw: 45, shortKw: 0 });
    await goOn(24, ['all', 0]);
    expect(last()).toMatchObject({ kW: [90, 45], missedKw: 45 });
    await goOn(8, ['all', 25]);
    expect(last()).toMatchObject({ kW: [65, 45], because: [null, 'deviating'], missedKw: 20 });
    await goOn(8, ['all', 'all']);
    expect(last()).toEqual({ kW: [45, 45], because: [null, null], missedKw: 0, shortKw: 0 });
    expect(await events()).toMatchObject([
      { type: 'pool.member_deviating', poolId, data: { siteId: pool.sites[1], suppliedkW: 0 } },
      { type: 'pool.member_following', poolId, data: { siteId: pool.sites[1] } },
    ]);
  });

  it('finds one that stands still under a signal that swings, and no other', async () => {
    await goOn(200, ['all', 0], (ms) => (Math.floor((ms - START) / 28_000) % 2) * 90);
    expect(await events()).toMatchObject([{ type: 'pool.member_deviating', data: { siteId: pool.sites[1] } }]);
  });

  it('finds one of a large connection, whose tolerance is more than its order, and no other', async () => {
    await begin(SET.replace('100\n', '900\n'), 2);
    await goOn(180, ['all', 5], () => 80);
    expect(last()).toMatchObject({ because: [null, 'deviating'], missedKw: 35 });
  });

  it('finds small ones that all do nothing, none of which can be judged by itself', async () => {
    await begin(SET, 10);
    await goOn(
      140,
      Array.from({ length: 10 }, () => 'all'),
      () => 40,
    );
    expect(await events()).toEqual([]);
    await goOn(
      140,
      Array.from({ length: 10 }, () => 0),
      () => 40,
    );
    expect(await events()).toHaveLength(10);
    expect(last()).toMatchObject({ shortKw: 40 });
  });

  it('believes what small ones miss together once two looks in a row show it', async () => {
    await begin(SET, 10);
    const lookAt = async (missedKw: number) => {
      pool.board.put(NORTH, await pool.ask(40 + signals / 1_000, 60 * SECOND, knowledge()));
      signals += 1;
      const missed = { kW: missedKw, mostKw: 4, doubtKw: 0 };
      const judged = { state: 'followed' as const, because: null, suppliedKw: 4 - missedKw, missed };
      for (const siteId of pool.sites) deviations.see(siteId, [{ poolId, service: 'afrr', watts: 4_000, judged }]);
      clock.now += 20 * SECOND;
      await deviations.divide();
      return (await events()).length;
    };
    expect([await lookAt(4), await lookAt(0), await lookAt(4)]).toEqual([0, 0, 0]);
    expect(await lookAt(4)).toBe(10);
  });

  it('is not judged by a setpoint that may be on its way to it', async () => {
    await goOn(72, ['all', 'all']);
    for (const siteId of pool.sites) await setDrawn(pool.world, siteId, SET.replace('00-02 100', '00-02 20'));
    await goOn(100, ['all', 'all']);
    expect(last()).toMatchObject({ kW: [45, 45], because: [null, null] });
    expect(await events()).toEqual([]);
  });
});
