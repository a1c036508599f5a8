import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { bookedSite } from '../../../testing/booked-site.ts';
import { membersFrom, NORTH } from '../../../testing/members-from.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../../testing/open-test-store.ts';
import { putPool } from '../put-pool.ts';
import { acceptSignal } from '../signals/accept-signal.ts';
import { divideAgain } from '../signals/divide-again.ts';
import { createOrderBoard } from '../signals/order-board.ts';
import { signalAnswer } from '../signals/signal-answer.ts';
import { createMemberKnowledge } from './member-knowledge.ts';
import { readMembers } from './read-members.ts';

const START = Date.UTC(2026, 9, 25, 12);
const LEASE_MS = 12_000;
const turn = async () => undefined;

describe.each(STORE_KINDS)('a member that is cut off and leaves its pool, on %s', (kind) => {
  let opened: TestStore;
  let left: SiteId;
  let stays: SiteId;
  let now: number;

  beforeEach(async () => {
    opened = await storeOfTest(kind);
    now = START;
    [left, stays] = [await bookedSite(opened, 100, START), await bookedSite(opened, 100, START)];
    await setMembers([left, stays]);
    await ask(1, 90_000);
    await change(`UPDATE site_state SET disconnected_at = ${START + 1} WHERE site_id = '${left}'`);
    now += 300;
    await setMembers([stays]);
  });

  const setMembers = (siteIds: readonly SiteId[]) =>
    opened.store.write(putPool, { ...NORTH, members: membersFrom(START, siteIds), now });
  const dividing = () => ({ store: opened.store, knowledge: createMemberKnowledge(opened.store, 90_000), turn });
  const again = async (ms: number) => {
    now = START + ms;
    return divideAgain(dividing(), { poolId: NORTH.poolId, now });
  };
  const send = (sequence: number, watts: number) =>
    acceptSignal({ ...dividing(), now: () => now }, NORTH, { sequence, at: now, validUntil: now + LEASE_MS, watts });

  async function ask(sequence: number, watts: number) {
    const accepted = await send(sequence, watts);
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    return accepted.division;
  }

  // What was written past the store is read once the store itself writes.
  async function change(sql: string): Promise<void> {
    await opened.query(sql);
    await opened.store.write(putPool, { ...NORTH, now });
  }

  it('counts with its last order, also for the signals that follow, until that ends', async () => {
    expect(await again(500)).toEqual({ kind: 'same', nextLeaseEndAt: START + LEASE_MS });
    now = START + 8_000;
    const second = await ask(2, 90_000);
    expect(second.shares.get(left)).toMatchObject({ watts: 0, follows: 45_000, because: 'offline' });
    expect(second.shares.get(stays)).toMatchObject({ watts: 45_000 });
    expect(signalAnswer(NORTH, second)).toMatchObject({
      orderedkW: 45,
      followedkW: 45,
      reasons: [{ because: 'offline', members: 1 }],
    });
    expect(await again(11_999)).toMatchObject({ kind: 'same' });
    const third = await again(12_000);
    if (third.kind !== 'put') throw new Error(third.kind);
    expect([...third.division.shares]).toMatchObject([[stays, { watts: 90_000 }]]);
  });

  it('is told that its order has ended once it is back, and counts no more', async () => {
    const board = createOrderBoard({ store: opened.store, signals: createSiteSignals(), now: () => now });
    await board.refresh({ poolId: NORTH.poolId });
    await change(`UPDATE site_state SET disconnected_at = NULL WHERE site_id = '${left}'`);
    const back = await again(5_000);
    if (back.kind !== 'put') throw new Error(back.kind);
    expect([...back.division.shares]).toMatchObject([[stays, { watts: 90_000 }]]);
    board.put(back.pool, back.division);
    expect(board.of(left)).toMatchObject([{ validUntil: now }]);
  });

  it('is none of whom the pool can ask anything', async () => {
    const members = await readMembers(dividing(), NORTH, now);
    expect(members.map(({ siteId }) => siteId)).toEqual([stays]);
    await setMembers([]);
    await expect(send(2, 90_000)).resolves.toEqual({ kind: 'no_members' });
  });
});
