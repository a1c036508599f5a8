import { LIMITS, type Actor, type Pool, type PoolId, type SiteId } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../identity/caller.ts';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { NEVER } from '../../store/in-force.ts';
import { bookedSite } from '../../../testing/booked-site.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../../../testing/open-test-store.ts';
import { createMemberKnowledge } from '../members/member-knowledge.ts';
import { putPool } from '../put-pool.ts';
import { acceptSignal } from './accept-signal.ts';
import { askPool } from './ask-pool.ts';
import { beginAnew } from './begin-anew.ts';
import { divideAgain } from './divide-again.ts';
import { createOrderBoard } from './order-board.ts';
import { packDivision } from './pack-division.ts';
import { putDivision } from './put-division.ts';
import { readDivisions } from './read-divisions.ts';

const START = Date.UTC(2026, 9, 25, 12);
const LEASE_MS = 12_000;
const CLOCKS_MS = LIMITS.maxSignalAgeSeconds * 1_000;
const HIGHEST = Number.MAX_SAFE_INTEGER;
const POOL = {
  poolId: '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946' as string as PoolId,
  poolName: 'north',
  service: 'afrr',
  split: 'proportional',
  leadSeconds: 0,
  enduranceMinutes: 60,
} as const;
const PERSON = { kind: 'person', id: '00000000-0000-4000-8000-0000000000bb' } as const;
const DESK: Actor = { kind: 'client', id: '00000000-0000-4000-8000-0000000000aa', onBehalfOf: PERSON };
const turn = async () => undefined;

describe.each(STORE_KINDS)('a pool whose last order has the highest number there is, on %s', (kind) => {
  let opened: TestStore;
  let siteId: SiteId;
  let now: number;

  beforeEach(async () => {
    opened = await openTestStore(kind);
    now = START;
    siteId = await bookedSite(opened, 100, START);
    const stretch = { from: START, to: NEVER, role: 'primary' as const, rank: 0, rampKwPerSecond: null };
    await opened.store.write(putPool, { ...POOL, members: new Map([[siteId, [stretch]]]), now });
    await leave(7, null);
    await leave(HIGHEST - 1, 7);
    await leave(HIGHEST, HIGHEST - 1);
  });
  afterEach(() => opened.close());

  /** As a release before seats left it: without one. */
  async function leave(sequence: number, before: number | null): Promise<void> {
    const shares = [{ siteId, watts: 50_000, follows: 0, because: null }];
    const division = {
      poolId: POOL.poolId,
      sequence,
      round: 0,
      at: START,
      validUntil: START + LEASE_MS,
      watts: 50_000,
      actor: DESK,
      after: before === null ? null : { sequence: before, round: 0 },
      siteIds: [siteId],
      allocation: { shares, shortfallWatts: 0, surplusWatts: 0 },
    };
    await opened.store.write(putDivision, packDivision(division));
  }

  const dividing = () => ({ store: opened.store, knowledge: createMemberKnowledge(opened.store, 90_000), turn });
  const send = (sequence: number) => {
    const signal = { sequence, at: now, validUntil: now + LEASE_MS, watts: 60_000, actor: DESK };
    return acceptSignal({ ...dividing(), now: () => now }, POOL, signal);
  };
  const boardOf = () => createOrderBoard({ store: opened.store, signals: createSiteSignals(), now: () => now });
  const numbers = async () => {
    const divisions = await opened.store.read(readDivisions, {
      poolId: POOL.poolId,
      limit: 9,
      upTo: { sequence: HIGHEST },
    });
    return divisions.map(({ sequence, sent }) => [sequence, sent]);
  };

  it('takes no other while that may be followed, which goes on being divided', async () => {
    const kept = await numbers();
    now = START + LEASE_MS + CLOCKS_MS - 1;
    await expect(send(1)).resolves.toEqual({ kind: 'spent', endsAt: START + LEASE_MS + CLOCKS_MS });
    const kW = 60;
    const read = () => ({ kW, sequence: 1, validUntil: new Date(now + LEASE_MS).toISOString() });
    const asked = { pool: POOL as unknown as Pool & { poolId: PoolId }, canSchedule: true, read, turn };
    const caller = { clientId: DESK.id } as Caller;
    await expect(askPool({ ...dividing(), now: () => now, orders: boardOf() }, { ...asked, caller })).rejects.toThrow(
      'send the signal again at 2026-10-25T12:00:22.000Z, once they have ended',
    );
    await opened.store.write(beginAnew, { poolId: POOL.poolId, now });
    expect(await numbers()).toEqual(kept);
    await opened.query(`UPDATE site_state SET clock_offset_ms = 5000`);
    await opened.store.write(putPool, { ...POOL, now });
    const again = await divideAgain(dividing(), { poolId: POOL.poolId, now: START + 500 });
    expect(again).toMatchObject({ kind: 'put', division: { sequence: HIGHEST, round: 1 } });
  });

  it('begins anew after that, above the numbers before, and keeps what was sent', async () => {
    const board = boardOf();
    await board.refresh({ poolId: POOL.poolId });
    now = START + LEASE_MS + CLOCKS_MS;
    await expect(send(1)).resolves.toMatchObject({ kind: 'accepted', division: { sequence: 10, sent: 1 } });
    await board.refresh({ poolId: POOL.poolId });
    expect(board.of(siteId)).toMatchObject([{ sequence: 10, watts: 60_000 }]);
    now += 4_000;
    await expect(send(1)).resolves.toEqual({ kind: 'not_newer', last: 1 });
    await expect(send(2)).resolves.toMatchObject({ kind: 'accepted', division: { sequence: 11, sent: 2 } });
    expect(await numbers()).toEqual([
      [11, 2],
      [10, 1],
      [9, HIGHEST],
      [8, HIGHEST - 1],
      [7, 7],
    ]);
    const deeds = await opened.query(`SELECT deed_id FROM acting WHERE deed_id NOT LIKE '%seat%'`);
    const named = deeds.map(({ deed_id: deed }) => Number(String(deed).split('/')[1]));
    expect(new Set(named)).toEqual(new Set([7, 8, 9, 10, 11]));
  });
});
