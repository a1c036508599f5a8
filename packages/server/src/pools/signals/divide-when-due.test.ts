import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { clockText, ratedAssets, reportApplied, setDrawn } from '../../../testing/draw-schedules.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest, type World } from '../../../testing/open-world.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { putPool } from '../put-pool.ts';
import { acceptSignal } from './accept-signal.ts';
import { divideDuePools } from './divide-when-due.ts';
import { createOrderBoard } from './order-board.ts';

const SECOND = 1_000;
const START = Date.parse(clockText('00:10'));

describe.each(STORE_KINDS)('a member of 10 kW a second beside one that is as fast as it is asked, on %s', (store) => {
  const clock = { now: START };
  let world: World;
  let pools: ReturnType<typeof divideDuePools>;
  let ask: (sequence: number, kW: number) => Promise<unknown>;
  let look: () => Promise<unknown>;

  beforeEach(async () => {
    clock.now = START;
    world = await worldOfTest({ store, clock });
    const sites = [await world.site(), await world.site()];
    const members = new Map([...membersFrom(START, sites.slice(0, 1), 10), ...membersFrom(START, sites.slice(1))]);
    await world.store.write(putPool, { ...NORTH, members, now: START });
    for (const siteId of sites) await applyBookings(siteId);
    const now = () => clock.now;
    const known = { store: world.store, now, knowledge: createMemberKnowledge(world.store, 90 * SECOND) };
    const signals = createSiteSignals();
    const board = createOrderBoard({ ...known, signals });
    pools = divideDuePools({ ...known, board, isChosen: async () => true });
    look = async () => {
      await pools.atAll();
      const [pool] = board.inForce(now());
      const shares = sites.map((siteId) => pool?.division.shares.get(siteId));
      return shares.map((share) => [(share?.watts ?? 0) / 1_000, (share?.misses ?? 0) / 1_000]);
    };
    ask = async (sequence, kW) => {
      const signal = { sequence, at: now(), validUntil: now() + 60 * SECOND, watts: kW * 1_000 };
      await acceptSignal({ ...known, turn: async () => undefined }, NORTH, signal);
      await board.refresh({ poolId: NORTH.poolId });
      return look();
    };
  });

  it('is asked for less of the other direction each second, and the other makes good what it still gives', async () => {
    expect(await ask(1, 100)).toEqual([
      [40, 0],
      [60, 0],
    ]);
    clock.now += SECOND;
    expect(await ask(2, -100)).toEqual([
      [0, -30],
      [-130, 0],
    ]);
    clock.now += SECOND;
    expect(await look()).toEqual([
      [0, -20],
      [-120, 0],
    ]);
  });

  it('is asked for less each second where it cannot be at nothing at once', async () => {
    await ask(1, 100);
    clock.now += SECOND;
    expect(await ask(2, 0)).toEqual([
      [30, 0],
      [0, 0],
    ]);
    clock.now += SECOND;
    expect(await look()).toEqual([
      [20, 0],
      [0, 0],
    ]);
  });

  async function applyBookings(siteId: SiteId): Promise<void> {
    await setDrawn(world, siteId, 'grid afrrImportBookingkW | 00-02 200\ngrid afrrExportBookingkW | 00-02 200');
    const revision = await reportApplied(world, siteId, { ...ratedAssets(), revision: null });
    await reportApplied(world, siteId, { ...ratedAssets(), revision });
  }
});
