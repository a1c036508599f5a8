import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { clockText, setDrawn } from '../../../testing/draw-schedules.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { type PoolWorld, poolWorldOfTest } from '../../../testing/pool-world-of-test.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { divideAgain } from '../signals/divide-again.ts';
import { createMemberKnowledge } from './member-knowledge.ts';

const START = Date.parse(clockText('00:10'));
const SECOND = 1_000;
const BOOKED = (kw: number) => `grid afrrImportBookingkW | 00-02 ${kw}`;

describe.each(STORE_KINDS)('a member to which a schedule is on its way, on %s', (store) => {
  const clock = { now: START };
  let pool: PoolWorld;

  beforeEach(async () => {
    clock.now = START;
    pool = await poolWorldOfTest({ store, clock, set: BOOKED(100) });
  });

  const first = () => pool.sites[0] ?? ('' as SiteId);
  const set = (picture: string) => setDrawn(pool.world, first(), picture);
  const ask = async (kW: number) => sharesOf(await pool.ask(kW, 300 * SECOND));

  async function again(knowledge = pool.dividing.knowledge) {
    const divided = await divideAgain({ ...pool.dividing, knowledge }, { poolId: NORTH.poolId, now: clock.now });
    return divided.kind === 'put' ? sharesOf(divided.division) : divided;
  }

  function sharesOf({ shares }: { shares: ReadonlyMap<SiteId, { watts: number; follows: number; because: unknown }> }) {
    return pool.sites.map((siteId) => {
      const { watts = 0, follows = 0, because } = shares.get(siteId) ?? {};
      return [watts / 1_000, follows / 1_000, because];
    });
  }

  it('keeps its share, as far as the schedules of before and after allow both', async () => {
    expect(await ask(120)).toEqual([
      [60, 0, null],
      [60, 0, null],
    ]);
    await set(BOOKED(80));
    expect(await again()).toMatchObject({ kind: 'same' });
    await set(BOOKED(40));
    expect(await again()).toEqual([
      [34.286, 0, null],
      [85.714, 0, null],
    ]);
    await pool.applyAll();
    await set(BOOKED(90));
    expect((await ask(140)).map(([kW]) => kW)).toEqual([40, 100]);
    await pool.applyAll();
    expect((await ask(141)).map(([kW]) => Math.round(Number(kW)))).toEqual([67, 74]);
  });

  const newNode = () => createMemberKnowledge(pool.world.store, 90_000, () => []);

  it('is known also to a node that was not there', async () => {
    await set(BOOKED(300));
    expect(sharesOf(await pool.ask(400, 300 * SECOND, newNode())).map(([kW]) => kW)).toEqual([100, 100]);
  });

  it.each(['the node that divided', 'another'])('is behind to %s after a minute, whatever is set', async (node) => {
    await ask(120);
    await set(BOOKED(90));
    expect(await again()).toEqual({ kind: 'same', nextLeaseEndAt: START + 60 * SECOND });
    clock.now = START + 40 * SECOND;
    for (const siteId of pool.sites) await pool.report(siteId);
    await set(BOOKED(95));
    expect(await again()).toMatchObject({ kind: 'same' });
    clock.now = START + 60 * SECOND;
    // Its order counts until that ends.
    expect(await (node === 'another' ? again(newNode()) : again())).toEqual([
      [0, 60, 'behind'],
      [60, 0, null],
    ]);
  });

  it('is behind at once where its controller has nothing of the schedule', async () => {
    pool.revisions.set(first(), '9.9.abcdefgh');
    await pool.report(first());
    expect(await ask(100)).toEqual([
      [0, 0, 'behind'],
      [100, 0, 'grid/afrrImportBookingkW'],
    ]);
  });
});
