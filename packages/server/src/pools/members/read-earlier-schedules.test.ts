import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { clockText, ratedAssets, reportApplied, setDrawn } from '../../../testing/draw-schedules.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest, type World } from '../../../testing/open-world.ts';
import { putPool } from '../put-pool.ts';
import { acceptSignal } from '../signals/accept-signal.ts';
import { divideAgain } from '../signals/divide-again.ts';
import { createMemberKnowledge, type MemberKnowledge } from './member-knowledge.ts';

const START = Date.parse(clockText('00:10'));
const SECOND = 1_000;
const OFFLINE_MS = 90_000;
const BOOKED = (kw: number) => `grid afrrImportBookingkW | 00-02 ${kw}`;

describe.each(STORE_KINDS)('a member to which a schedule is on its way, on %s', (store) => {
  const clock = { now: START };
  let world: World;
  let sites: SiteId[];
  let knowledge: MemberKnowledge;
  let sequence: number;
  const revisions = new Map<SiteId, string | null>();

  beforeEach(async () => {
    clock.now = START;
    sequence = 0;
    world = await worldOfTest({ store, clock });
    sites = [await world.site(), await world.site()].toSorted();
    await world.store.write(putPool, { ...NORTH, members: membersFrom(clock.now, sites), now: clock.now });
    for (const siteId of sites) await setDrawn(world, siteId, BOOKED(100));
    await applyAll();
    knowledge = createMemberKnowledge(world.store, OFFLINE_MS);
  });

  /** All controllers say what they have, hear what they should have, and have it. */
  async function applyAll(): Promise<void> {
    for (const siteId of [...sites, ...sites]) revisions.set(siteId, await report(siteId));
  }

  async function report(siteId: SiteId): Promise<string | null> {
    return reportApplied(world, siteId, { ...ratedAssets(), revision: revisions.get(siteId) ?? null });
  }

  const first = () => sites[0] ?? ('' as SiteId);
  const turn = async () => undefined;

  async function ask(kW: number) {
    sequence += 1;
    const signal = { sequence, at: clock.now, validUntil: clock.now + 300 * SECOND, watts: kW * 1_000 };
    const accepted = await acceptSignal({ store: world.store, knowledge, now: () => clock.now, turn }, NORTH, signal);
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    return sharesOf(accepted.division);
  }

  async function again() {
    const divided = await divideAgain(
      { store: world.store, knowledge, turn },
      { poolId: NORTH.poolId, now: clock.now },
    );
    return divided.kind === 'put' ? sharesOf(divided.division) : divided;
  }

  function sharesOf({ shares }: { shares: ReadonlyMap<SiteId, { watts: number; follows: number; because: unknown }> }) {
    return sites.map((siteId) => {
      const { watts = 0, follows = 0, because } = shares.get(siteId) ?? {};
      return [watts / 1_000, follows / 1_000, because];
    });
  }

  it('keeps its share, as far as the schedules of before and after allow both', async () => {
    expect(await ask(120)).toEqual([
      [60, 0, null],
      [60, 0, null],
    ]);
    await setDrawn(world, first(), BOOKED(80));
    expect(await again()).toMatchObject({ kind: 'same' });
    await setDrawn(world, first(), BOOKED(40));
    expect(await again()).toEqual([
      [34.286, 0, null],
      [85.714, 0, null],
    ]);
    await applyAll();
    await setDrawn(world, first(), BOOKED(90));
    expect((await ask(140)).map(([kW]) => kW)).toEqual([40, 100]);
    await applyAll();
    expect((await ask(141)).map(([kW]) => Math.round(Number(kW)))).toEqual([67, 74]);
  });

  it('is known also to a node that was not there', async () => {
    await setDrawn(world, first(), BOOKED(300));
    knowledge = createMemberKnowledge(world.store, OFFLINE_MS);
    expect((await ask(400)).map(([kW]) => kW)).toEqual([100, 100]);
  });

  it.each(['the node that divided', 'another'])(
    'is behind to %s after a minute, whatever is set since',
    async (node) => {
      await ask(120);
      await setDrawn(world, first(), BOOKED(90));
      expect(await again()).toEqual({ kind: 'same', nextLeaseEndAt: START + 60 * SECOND });
      clock.now = START + 40 * SECOND;
      for (const siteId of sites) await report(siteId);
      await setDrawn(world, first(), BOOKED(95));
      expect(await again()).toMatchObject({ kind: 'same' });
      clock.now = START + 60 * SECOND;
      if (node === 'another') knowledge = createMemberKnowledge(world.store, OFFLINE_MS);
      // Its order counts until that ends.
      expect(await again()).toEqual([
        [0, 60, 'behind'],
        [60, 0, null],
      ]);
    },
  );

  it('is behind at once where its controller has nothing of the schedule', async () => {
    revisions.set(first(), '9.9.abcdefgh');
    await report(first());
    expect(await ask(100)).toEqual([
      [0, 0, 'behind'],
      [100, 0, 'grid/afrrImportBookingkW'],
    ]);
  });
});
