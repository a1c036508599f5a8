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

  beforeEach(async () => {
    clock.now = START;
    signals = 0;
    pool = await poolWorldOfTest({ clock, set: SET });
    const { board, dividing, sites } = pool;
    deviations = createDeviations({ ...dividing, board, knowledge: knowledge(), tolerance: TOLERANCE });
    for (const siteId of sites) await report(siteId, 0);
  });

  const knowledge = () => createMemberKnowledge(pool.world.store, 90_000);

  /** Asks the pool each 4 s; what each supplies of its order is reported, and looked at. */
  async function goOn(
    seconds: number,
    supplied: readonly [loyal: number | 'all', lazy: number | 'all'],
    kwAt: (ms: number) => number = () => 90,
  ) {
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
    const ordered = await pool.report(siteId, { grid: { ...grid, activePowerkW: 100 + kW } }, watch);
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

  it('is not judged by a setpoint that may be on its way to it', async () => {
    await goOn(72, ['all', 'all']);
    for (const siteId of pool.sites) await setDrawn(pool.world, siteId, SET.replace('00-02 100', '00-02 20'));
    await goOn(100, ['all', 'all']);
    expect(last()).toMatchObject({ kW: [45, 45], because: [null, null] });
    expect(await events()).toEqual([]);
  });
});
