import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { clockText, MIDNIGHT, ratedAssets, reportApplied, setDrawn } from '../../../testing/draw-schedules.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { worldOfTest, type World } from '../../../testing/open-world.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { putPool } from '../put-pool.ts';
import { acceptSignal } from '../signals/accept-signal.ts';
import { createOrderBoard, type OrderBoard } from '../signals/order-board.ts';
import { readDivisions } from '../signals/read-divisions.ts';
import { findDeviations } from './watch-deviations.ts';

const SECOND = 1_000;
const { poolId } = NORTH;
const START = Date.parse(clockText('00:10'));
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const SET = `grid activePowerkW | 00-02 100
  grid afrrImportBookingkW | 00-02 100`;
const OFFLINE_MS = 90_000;

describe('a pool with a member that does not follow', () => {
  const clock = { now: MIDNIGHT };
  let world: World;
  let sites: SiteId[];
  let board: OrderBoard;
  let look: () => Promise<void>;
  let sequence: number;
  let isChosen: boolean;
  let revisions: Map<SiteId, string | null>;

  beforeEach(async () => {
    clock.now = START;
    world = await worldOfTest({ clock });
    sites = [await world.site(), await world.site()].toSorted();
    [sequence, isChosen] = [0, true];
    await world.store.write(putPool, { ...NORTH, members: membersFrom(clock.now, sites), now: clock.now });
    for (const siteId of sites) await setDrawn(world, siteId, SET);
    const { store } = world;
    const now = () => clock.now;
    board = createOrderBoard({ store, signals: createSiteSignals(), now });
    const finding = { store, board, now, isChosen: async () => isChosen, offlineAfterMs: OFFLINE_MS };
    look = findDeviations({ ...finding, knowledge: knowledge(), tolerance: TOLERANCE });
    await look();
    revisions = new Map();
    for (const siteId of [...sites, ...sites]) await report(siteId, 0);
  });

  const knowledge = () => createMemberKnowledge(world.store, OFFLINE_MS);

  /** Asks the pool each 4 s; what each supplies of its order is reported, and looked at. */
  async function goOn(seconds: number, supplied: readonly [loyal: number | 'all', lazy: number | 'all'], kw = 90) {
    for (let until = clock.now + seconds * SECOND; clock.now < until; clock.now += 4 * SECOND) {
      sequence += 1;
      const signal = { sequence, at: clock.now, validUntil: clock.now + 12 * SECOND, watts: kw * 1_000 + sequence };
      const asking = { store: world.store, knowledge: knowledge(), now: () => clock.now, turn: async () => undefined };
      const accepted = await acceptSignal(asking, NORTH, signal);
      if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
      board.put(NORTH, accepted.division);
      for (const [index, siteId] of sites.entries()) await report(siteId, supplied[index] ?? 'all');
      await look();
    }
  }

  async function report(siteId: SiteId, supplied: number | 'all'): Promise<void> {
    const { grid } = ratedAssets();
    if (grid == null) throw new Error('it is there');
    const kW = supplied === 'all' ? (board.of(siteId)[0]?.watts ?? 0) / 1_000 : supplied;
    const revision = revisions.get(siteId) ?? null;
    const set = await reportApplied(world, siteId, { grid: { ...grid, activePowerkW: 100 + kW }, revision });
    revisions.set(siteId, set);
  }

  async function last() {
    const [division] = await world.store.read(readDivisions, { poolId, limit: 1, upTo: { sequence: 9_999 } });
    if (division === undefined) throw new Error('there is a division');
    const shares = sites.map((siteId) => division.shares.get(siteId));
    return {
      kW: shares.map((share) => Math.round((share?.watts ?? 0) / 1_000)),
      because: shares.map((share) => share?.because),
      missedKw: Math.round((shares[1]?.misses ?? 0) / 1_000),
      shortKw: Math.round(division.shortfallWatts / 1_000),
    };
  }

  async function events() {
    const token = await world.token('sites:read');
    const url = `/api/v1/fleet/events?types=pool.member_deviating,pool.member_following&after=oldest&follow=false`;
    const answer = await world.app.inject({ method: 'GET', url, headers: { Authorization: `Bearer ${token}` } });
    const lines = answer.body.split('\n').filter((line) => line.startsWith('data: '));
    const told = lines.map((line) => JSON.parse(line.slice(6)) as { type: string });
    return told.filter(({ type }) => type !== 'log.position');
  }

  it('orders the others what it misses, after one ramp and two reports, and takes it back once it follows', async () => {
    await goOn(60, ['all', 0]);
    expect(await last()).toEqual({ kW: [45, 45], because: [null, null], missedKw: 0, shortKw: 0 });
    await goOn(12, ['all', 0]);
    expect(await last()).toEqual({ kW: [90, 45], because: [null, 'deviating'], missedKw: 45, shortKw: 0 });
    await goOn(20, ['all', 0]);
    expect(await last()).toMatchObject({ kW: [90, 45], missedKw: 45 });
    await goOn(8, ['all', 25]);
    expect(await last()).toMatchObject({ kW: [65, 45], because: [null, 'deviating'], missedKw: 20 });
    await goOn(8, ['all', 'all']);
    expect(await last()).toEqual({ kW: [45, 45], because: [null, null], missedKw: 0, shortKw: 0 });
    expect(await events()).toMatchObject([
      { type: 'pool.member_deviating', poolId, data: { siteId: sites[1], suppliedkW: 0 } },
      { type: 'pool.member_following', poolId, data: { siteId: sites[1] } },
    ]);
  });

  it('is short where all deviate, and each keeps its order', async () => {
    await goOn(72, [0, 0]);
    expect(await last()).toEqual({ kW: [45, 45], because: ['deviating', 'deviating'], missedKw: 45, shortKw: 90 });
  });

  it('is not judged by a setpoint that may be on its way to it', async () => {
    await goOn(72, ['all', 'all']);
    for (const siteId of sites) await setDrawn(world, siteId, SET.replace('00-02 100', '00-02 20'));
    await goOn(40, ['all', 'all']);
    expect(await last()).toMatchObject({ kW: [45, 45], because: [null, null] });
    expect(await events()).toEqual([]);
  });

  it('is judged by the one node that is chosen', async () => {
    isChosen = false;
    await goOn(80, ['all', 0]);
    expect(await last()).toMatchObject({ because: [null, null] });
    expect(await events()).toEqual([]);
  });

  it('begins anew with the next signal after the last one has ended', async () => {
    await goOn(72, ['all', 0]);
    expect(await last()).toMatchObject({ because: [null, 'deviating'] });
    clock.now += 30 * SECOND;
    await goOn(4, ['all', 'all']);
    expect(await last()).toMatchObject({ kW: [45, 45], because: [null, null] });
  });
});
