import { beforeEach, describe, expect, it } from 'vitest';
import { clockText } from '../../../testing/draw-schedules.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { type PoolWorld, poolWorldOfTest } from '../../../testing/pool-world-of-test.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { divideDuePools } from './divide-when-due.ts';

const SECOND = 1_000;
const START = Date.parse(clockText('00:10'));
const BOOKED = 'grid afrrImportBookingkW | 00-02 200\ngrid afrrExportBookingkW | 00-02 200';

describe.each(STORE_KINDS)('a member of 10 kW a second beside one that is as fast as it is asked, on %s', (store) => {
  const clock = { now: START };
  let pool: PoolWorld;
  let look: () => Promise<unknown>;

  beforeEach(async () => {
    clock.now = START;
    pool = await poolWorldOfTest({ store, clock, set: BOOKED, ramps: [10, null] });
    const { board, dividing, sites } = pool;
    const pools = divideDuePools({ ...dividing, board, isChosen: async () => true });
    look = async () => {
      await pools.atAll();
      const [asked] = board.inForce(clock.now);
      const shares = sites.map((siteId) => asked?.division.shares.get(siteId));
      return shares.map((share) => [(share?.watts ?? 0) / 1_000, (share?.misses ?? 0) / 1_000]);
    };
  });

  async function ask(kW: number): Promise<unknown> {
    await pool.ask(kW, 60 * SECOND);
    await pool.board.refresh({ poolId: NORTH.poolId });
    return look();
  }

  it('is asked for less of the other direction each second, and the other makes good what it still gives', async () => {
    expect(await ask(100)).toEqual([
      [40, 0],
      [60, 0],
    ]);
    clock.now += SECOND;
    expect(await ask(-100)).toEqual([
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
    await ask(100);
    clock.now += SECOND;
    expect(await ask(0)).toEqual([
      [30, 0],
      [0, 0],
    ]);
    clock.now += SECOND;
    expect(await look()).toEqual([
      [20, 0],
      [0, 0],
    ]);
  });
});
