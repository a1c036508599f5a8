import { randomUUID } from 'node:crypto';
import {
  type Actor,
  type ClientId,
  type HoldId,
  namesOfPair,
  type PairName,
  type PoolId,
  type SiteId,
} from '@setpoint/contract';
import { currentRevision, type PackedShare } from '@setpoint/core';
import { expect } from 'vitest';
import { readEvents } from '../src/events/read-events.ts';
import { readSchedule } from '../src/gateway/snapshots/read-schedule.ts';
import { carryHoldStep } from '../src/holds/carry-hold-step.ts';
import { listHeldSites } from '../src/holds/list-held-sites.ts';
import { type MakeHoldInput, makeHold } from '../src/holds/make-hold.ts';
import { releaseHold } from '../src/holds/release-hold.ts';
import { createSiteSignals } from '../src/platform/site-signals.ts';
import { createMemberKnowledge } from '../src/pools/members/member-knowledge.ts';
import { putPool } from '../src/pools/put-pool.ts';
import { acceptSignal, type SignalAccepted } from '../src/pools/signals/accept-signal.ts';
import { divideAgain } from '../src/pools/signals/divide-again.ts';
import { createOrderBoard } from '../src/pools/signals/order-board.ts';
import { packDivision, putDivision } from '../src/pools/signals/put-division.ts';
import { readDivisions } from '../src/pools/signals/read-divisions.ts';
import { type AddClientInput, addClient } from '../src/registry/clients/add-client.ts';
import type { Store } from '../src/store/store.ts';
import type { Deed } from '../src/trail/deed.ts';
import { membersFrom, NORTH } from './members-from.ts';
import { newSite } from './new-site.ts';
import { storeOfTest, type StoreKind, type TestStore } from './open-test-store.ts';
import { setSchedules } from './set-schedules.ts';

/** For tests: the instant at which a market begins. */
export const NOON = Date.UTC(2026, 9, 25, 12);
// A site that reported then is not silent before.
const TOMORROW = NOON + 86_400_000;
const siteIdOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as SiteId;
/** For tests: the ids of its first sites. */
export const SITES = [siteIdOf(1), siteIdOf(2), siteIdOf(3), siteIdOf(4), siteIdOf(5)] as const;
const SOMEBODY = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const LEASE_MS = 12_000;
const DAY = { startAt: '2026-10-25T00:00:00.000Z', endAt: '2026-10-26T00:00:00.000Z' };

export type Market = ReturnType<typeof marketOver>;

interface Asking {
  /** Of which instant, in milliseconds after noon; left out, of that of the clock. */
  readonly ms?: number;
  /** When it comes; left out, at that instant. */
  readonly nowMs?: number;
  readonly sequence?: number;
  readonly lastsMs?: number;
  readonly actor?: Actor;
  readonly store?: Store;
}

interface Divided {
  readonly shares: readonly (PackedShare & { readonly siteId: string })[];
  readonly sequence: number;
  readonly round?: number;
  readonly at: number;
  readonly validUntil: number;
  readonly after?: { readonly sequence: number; readonly round: number } | null;
  readonly poolId?: PoolId;
}

/** For tests: a pool, its members and what it is asked for, over a store until the test is over. */
export async function marketOfTest(kind: StoreKind): Promise<Market> {
  return marketOver(await storeOfTest(kind));
}

function marketOver(opened: TestStore) {
  const { store, query } = opened;
  const clock = { now: NOON };
  const now = () => clock.now;
  let [sites, sequence] = [0, 0];

  /** A site, after those before by its id; booked for so much import all day, which its controller applied. */
  async function site(bookedKw?: number): Promise<SiteId> {
    sites += 1;
    const siteId = siteIdOf(sites);
    await newSite(store, now(), { siteId });
    if (bookedKw !== undefined) await book(opened, siteId, bookedKw);
    return siteId;
  }

  /** Members that are numbers are made, booked for so much. */
  async function pool({ members, ramp = null }: { members: readonly (SiteId | number)[]; ramp?: number | null }) {
    const siteIds: SiteId[] = [];
    for (const one of members) siteIds.push(typeof one === 'number' ? await site(one) : one);
    await store.write(putPool, { ...NORTH, members: membersFrom(NOON, siteIds, ramp), now: now() });
    return siteIds;
  }

  const dividing = (over = store) => ({
    store: over,
    knowledge: createMemberKnowledge(over, 90_000, () => []),
    turn: () => Promise.resolve(),
    now,
    by: undefined,
  });

  async function sent(kW: number, asking: Asking = {}): Promise<SignalAccepted> {
    const { ms = now() - NOON, nowMs = ms, lastsMs = LEASE_MS, actor } = asking;
    sequence = asking.sequence ?? sequence + 1;
    clock.now = NOON + nowMs;
    const times = { at: NOON + ms, validUntil: NOON + ms + lastsMs };
    return acceptSignal(dividing(asking.store), NORTH, {
      sequence,
      ...times,
      watts: kW * 1_000,
      ...(actor === undefined ? {} : { actor }),
    });
  }

  // What is written past the store is read once the store itself writes.
  async function change(sql: string): Promise<void> {
    await query(sql);
    await store.write(putPool, { ...NORTH, now: now() });
  }
  const state = (siteId: SiteId | undefined, set: string) =>
    change(`UPDATE site_state SET ${set} WHERE site_id = '${siteId}'`);

  return {
    ...opened,
    clock,
    now,
    dividing,
    site,
    pool,
    change,
    sent,
    async asked(kW: number, asking?: Asking) {
      const accepted = await sent(kW, asking);
      if (accepted.kind !== 'accepted' && accepted.kind !== 'repeated') throw new Error(accepted.kind);
      return accepted.division;
    },
    again(ms: number, over?: Store) {
      clock.now = NOON + ms;
      return divideAgain(dividing(over), { poolId: NORTH.poolId, now: now() });
    },
    /** The latest first. */
    divisions: () => store.read(readDivisions, { poolId: NORTH.poolId, limit: 9, upTo: { sequence: 99 } }),
    board: () => createOrderBoard({ store, signals: createSiteSignals(), now }),
    silent: (siteId: SiteId | undefined) => state(siteId, `disconnected_at = ${TOMORROW + 1}`),
    back: (siteId: SiteId | undefined) => state(siteId, 'disconnected_at = NULL'),
    refusing: (siteId: SiteId | undefined, type: string) =>
      state(siteId, `rejected = '[{"asset":"grid","type":"${type}","code":"internal","since":1}]'`),
    async client(wanted: Partial<AddClientInput> = {}): Promise<ClientId> {
      const clientId = randomUUID() as string as ClientId;
      const named = { clientId, clientName: 'desk', scopes: [], secretHash: clientId, now: now() };
      await store.write(addClient, { ...named, ...wanted });
      return wanted.clientId ?? clientId;
    },
    /** Five for each of some pairs, all day. */
    async set(siteId: SiteId, pairs: readonly PairName[], clientId?: ClientId): Promise<void> {
      const schedules = pairs.map((pair) => ({ ...namesOfPair(pair), entries: [{ ...DAY, value: 5 }] }));
      const batch = { now: now(), schedules, ...(clientId === undefined ? {} : { clientId }) };
      expect(await setSchedules(store, siteId, batch)).toMatchObject({ kind: 'accepted' });
    },
    ...holdsOver(opened, now),
    async events() {
      await opened.untilHandedOut();
      return (await store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 10_000 })).events;
    },
  };
}

function holdsOver({ store, query }: TestStore, now: () => number) {
  async function holding(wanted: Partial<MakeHoldInput> & { readonly by?: Deed } = {}) {
    const holdId = randomUUID() as string as HoldId;
    const nothing = { siteId: null, asset: null, clientId: null, reason: null, isOperators: false };
    const { kind } = await store.write(makeHold, { holdId, ...nothing, madeBy: SOMEBODY, now: now(), ...wanted });
    return { holdId, kind };
  }

  return {
    holding,
    /** The same where it can be made. */
    async hold(wanted?: Parameters<typeof holding>[0]): Promise<HoldId> {
      const { holdId, kind } = await holding(wanted);
      expect(kind).toBe('made');
      return holdId;
    },
    carry: async (holdId: HoldId): Promise<void> => {
      while (!(await store.write(carryHoldStep, { holdId, limit: 2, now: now() })).isDone);
    },
    release: (holdId: HoldId, clientId = SOMEBODY, by?: Deed) =>
      store.write(releaseHold, { holdId, clientId, now: now(), ...(by && { by }) }),
    /** The pairs that a controller gets. */
    carriedOut: async (siteId: SiteId) =>
      [...((await store.read(readSchedule, { siteId }))?.commands.keys() ?? [])].toSorted(),
    versions: async () =>
      (await query('SELECT version FROM site ORDER BY site_id')).map(({ version }) => Number(version)),
    async sitesOf(holdId: HoldId, visibleTo: ClientId | null = null): Promise<SiteId[]> {
      const rows = await store.read(listHeldSites, { holdId, visibleTo, after: '', limit: 10 });
      return rows.map(({ siteId }) => siteId);
    },
  };
}

async function book({ query }: TestStore, siteId: SiteId, kW: number): Promise<void> {
  const text = JSON.stringify({ asset: 'grid', type: 'afrrImportBookingkW', entries: [{ ...DAY, value: kW }] });
  await query(
    `INSERT INTO set_command (site_id, asset, type, text, hash, version, batch_id)
     VALUES ('${siteId}', 'grid', 'afrrImportBookingkW', '${text}', 'x', 0, 'b')`,
  );
  const [stored] = await query('SELECT epoch FROM store_state');
  const revision = currentRevision({ epoch: Number(stored?.['epoch']), version: 0, hash: '' });
  await query(
    `INSERT INTO site_state (site_id, reported_at, revision, ratings, clock_offset_ms)
     VALUES ('${siteId}', ${TOMORROW}, '${revision}', '', 0)`,
  );
}

/** For tests: what a division gave each member, as if it had been worked out. */
export function putShares(store: Store, divided: Divided) {
  const { shares, round = 0, after = null, poolId = NORTH.poolId, ...times } = divided;
  const siteIds = shares.map(({ siteId }) => siteId as SiteId);
  const allocation = { shares, shortfallWatts: 0, surplusWatts: 0 };
  const place = { poolId, round, after, sent: times.sequence, holding: null };
  const watts = shares.reduce((sum, share) => sum + share.watts, 0);
  return store.write(putDivision, packDivision({ ...times, ...place, watts, siteIds, allocation }));
}
