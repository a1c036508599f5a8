import { expect, it } from 'vitest';
import { clockText, ratedAssets, reportApplied, setDrawn } from '../../../testing/draw-schedules.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest } from '../../../testing/open-world.ts';
import { putPool } from '../put-pool.ts';
import { acceptSignal } from '../signals/accept-signal.ts';
import { createMemberKnowledge } from './member-knowledge.ts';

const SECOND = 1_000;

it.each(STORE_KINDS)(
  'a storage counts as it was reported within ten seconds, whatever divides, on %s',
  async (store) => {
    const clock = { now: Date.parse(clockText('00:10')) };
    const world = await worldOfTest({ store, clock });
    const siteId = await world.site();
    await world.store.write(putPool, { ...NORTH, members: membersFrom(clock.now, [siteId]), now: clock.now });
    await setDrawn(world, siteId, 'grid afrrExportBookingkW | 00-02 100');
    const knowledge = createMemberKnowledge(world.store, 90 * SECOND);
    let revision: string | null = null;
    const report = async (soc: number) => {
      revision = await reportApplied(world, siteId, { ...ratedAssets({ soc }), revision });
    };
    const ask = async (sequence: number) => {
      const signal = { sequence, at: clock.now, validUntil: clock.now + 60 * SECOND, watts: -50_000 - sequence };
      const asked = { store: world.store, knowledge, now: () => clock.now, turn: async () => undefined };
      const accepted = await acceptSignal(asked, NORTH, signal);
      return accepted.kind === 'accepted' ? accepted.division.shares.get(siteId) : accepted;
    };
    await report(50);
    await report(50);
    expect(await ask(1)).toMatchObject({ watts: -50_001, because: null });
    clock.now += 10 * SECOND;
    await report(0);
    expect(await ask(2)).toMatchObject({ watts: 0, because: 'energy' });
  },
);
