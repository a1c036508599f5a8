import { randomUUID } from 'node:crypto';
import type { ClientId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { sightOf } from '../access/sight.ts';
import { putGrant } from '../access/grants/put-grant.ts';
import { putPoolGrant } from '../access/grants/put-pool-grant.ts';
import { visibleEvents } from '../events/events-after.ts';
import { readEvents } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { bookedSite } from '../../testing/booked-site.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { membersFrom, NORTH } from '../../testing/members-from.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { findShortages } from './shortages/announce-shortages.ts';
import { listShortages } from './shortages/list-shortages.ts';
import { createMemberKnowledge } from './members/member-knowledge.ts';
import { noteShortage } from './shortages/note-shortage.ts';
import { createOrderBoard } from './signals/order-board.ts';
import { putPool } from './put-pool.ts';
import { removePool } from './remove-pool.ts';
import { acceptSignal } from './signals/accept-signal.ts';

const START = Date.UTC(2026, 9, 25, 12);
// A site that reported then is not silent before.
const TOMORROW = START + 86_400_000;
const turn = () => Promise.resolve();
const signals = { sendHere: () => undefined, sendPoolElsewhere: () => undefined };

describe.each(STORE_KINDS)('what a pool is short of, on %s', (kind) => {
  let opened: TestStore;
  let now: number;
  let sequence: number;
  let sites: SiteId[];
  let looking: () => Promise<void>;
  let isChosen: boolean;

  beforeEach(async () => {
    opened = await storeOfTest(kind);
    [now, sequence, isChosen] = [START, 0, true];
    sites = [await bookedSite(opened, 100, TOMORROW), await bookedSite(opened, 100, TOMORROW)];
    await keepPool();
    looking = node();
  });

  const keepPool = (rampKwPerSecond: number | null = null) =>
    opened.store.write(putPool, { ...NORTH, members: membersFrom(START, sites, rampKwPerSecond), now });

  /** A node of the service, with nothing in memory yet. */
  function node(): () => Promise<void> {
    const { store } = opened;
    const board = createOrderBoard({ store, signals, now: () => now });
    const knowledge = createMemberKnowledge(store, 90_000);
    const look = findShortages({
      store,
      knowledge,
      board,
      now: () => now,
      isChosen: () => Promise.resolve(isChosen),
    });
    return async () => {
      await board.refresh({ poolId: NORTH.poolId });
      await look();
    };
  }

  async function ask(watts: number, lastsMs = 900_000): Promise<void> {
    const { store } = opened;
    sequence += 1;
    const signal = { sequence, at: now, validUntil: now + lastsMs, watts };
    const knowledge = createMemberKnowledge(store, 90_000);
    expect(await acceptSignal({ store, knowledge, turn, now: () => now }, NORTH, signal)).toMatchObject({
      kind: 'accepted',
    });
  }

  /** What was written past the store is read once the store itself writes. */
  async function connect(site: SiteId | undefined, isConnected: boolean): Promise<void> {
    const at = isConnected ? 'NULL' : String(TOMORROW + 1);
    await opened.query(`UPDATE site_state SET disconnected_at = ${at} WHERE site_id = '${site}'`);
    await opened.store.write(putPool, { ...NORTH, now });
  }

  async function pass(seconds: number, look = looking): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      await look();
    }
  }

  async function told() {
    const { events } = await opened.store.read(readEvents, { after: { epoch: 0, tx: 0, n: 0, k: 0 }, rows: 999 });
    return events.filter(({ type }) => type.startsWith('pool.'));
  }
  const asked = async () => (await told()).filter(({ data }) => data['shortOf'] === 'asked').map(({ type }) => type);
  const booked = async () => (await told()).filter(({ data }) => data['shortOf'] === 'booked').map(({ type }) => type);

  it('is told once it has been so for 10 s, with the instant at which it began, and once when it is over', async () => {
    await ask(250_000);
    await pass(10);
    expect(await told()).toEqual([]);
    await pass(30);
    const since = '2026-10-25T12:00:01.000Z';
    const side = { shortOf: 'asked', direction: 'import' };
    const binds = [{ because: 'grid/afrrImportBookingkW', members: 2 }];
    const short = { type: 'pool.short', poolId: NORTH.poolId, at: START + 1_000 };
    expect(await told()).toMatchObject([{ ...short, data: { ...side, wantedkW: 250, missingkW: 50, binds } }]);
    expect((await told())[0]).not.toHaveProperty('siteId');
    expect(eventFaults((await told()).map(fleetEventOf))).toEqual([]);
    await ask(150_000);
    await pass(40);
    expect((await told()).slice(1)).toMatchObject([
      { type: 'pool.restored', poolId: NORTH.poolId, at: START + 41_000, data: { ...side, since } },
    ]);
    expect(eventFaults((await told()).map(fleetEventOf))).toEqual([]);
  });

  it('is not told where it comes and goes', async () => {
    for (let turns = 0; turns < 8; turns += 1) {
      await ask(turns % 2 === 0 ? 250_000 : 150_000);
      await pass(6);
    }
    expect(await told()).toEqual([]);
  });

  it('is over when the signal ends, and begins anew with the next', async () => {
    await ask(250_000, 20_000);
    await pass(40);
    expect(await asked()).toEqual(['pool.short', 'pool.restored']);
    await ask(250_000);
    await pass(15);
    expect(await asked()).toEqual(['pool.short', 'pool.restored', 'pool.short']);
  });

  it('is told of each direction', async () => {
    await ask(250_000);
    await pass(15);
    await ask(-250_000);
    await pass(15);
    const sides = (await told()).map(({ type, data }) => `${type} ${String(data['direction'])}`);
    expect(sides.toSorted()).toEqual(['pool.restored import', 'pool.short export', 'pool.short import']);
  });

  it('is not yet what members are on their way to', async () => {
    await keepPool(0.1);
    await ask(200_000);
    await pass(60);
    expect(await told()).toEqual([]);
    await pass(260);
    expect(await asked()).toEqual(['pool.short']);
  });

  it('is also what is booked and nobody has available, without any signal', async () => {
    await pass(15);
    await connect(sites[1], false);
    await pass(35);
    expect(await told()).toMatchObject([
      {
        type: 'pool.short',
        data: { shortOf: 'booked', wantedkW: 200, missingkW: 100, binds: [{ because: 'offline', members: 1 }] },
      },
    ]);
    await connect(sites[1], true);
    await pass(35);
    expect(await booked()).toEqual(['pool.short', 'pool.restored']);
  });

  it('is also what is booked on members that are held', async () => {
    await pass(15);
    await opened.query(
      `INSERT INTO hold (hold_id, pool_id, made_by, is_operators, created_at)
       VALUES ('${randomUUID()}', '${NORTH.poolId}', 'somebody', 1, ${START})`,
    );
    await connect(sites[1], true);
    await pass(35);
    const binds = [{ because: 'held', members: 2 }];
    expect(await told()).toMatchObject([{ data: { shortOf: 'booked', wantedkW: 200, missingkW: 200, binds } }]);
  });

  it('is not told twice: not by two nodes, nor by one that takes over or starts anew', async () => {
    await ask(250_000);
    const other = node();
    await pass(15);
    await pass(15, other);
    await pass(15, node());
    await Promise.all([looking(), other()]);
    expect(await asked()).toEqual(['pool.short']);
    await ask(100_000);
    await pass(15, node());
    await pass(15);
    await pass(15, other);
    expect(await asked()).toEqual(['pool.short', 'pool.restored']);
  });

  it('is told once, whoever tells of it at the same time', async () => {
    const { poolId } = NORTH;
    const side = { poolId, shortOf: 'booked', direction: 'export' } as const;
    const missing = { wantedWatts: 9, missingWatts: 1, binds: [] };
    const note = (what: typeof missing | null) =>
      opened.store.write(noteShortage, { ...side, at: now, now, missing: what });
    await Promise.all(Array.from({ length: 8 }, () => note(missing)));
    await Promise.all(Array.from({ length: 8 }, () => note(null)));
    expect(await booked()).toEqual(['pool.short', 'pool.restored']);
  });

  it('is told by the chosen node alone, which looks anew when it takes over', async () => {
    await ask(250_000);
    await pass(8);
    isChosen = false;
    await pass(8);
    isChosen = true;
    await pass(10);
    expect(await told()).toEqual([]);
    await pass(2);
    expect(await asked()).toEqual(['pool.short']);
  });

  it('ends with the pool, without a word to those who cannot see it any more', async () => {
    await ask(250_000, 30_000);
    await pass(15);
    await opened.store.write(removePool, { poolId: NORTH.poolId, now });
    await pass(15);
    expect(await asked()).toEqual(['pool.short']);
    expect(await opened.store.read(listShortages, undefined)).toEqual([]);
    await keepPool();
    await pass(15);
    expect(await asked()).toEqual(['pool.short']);
  });

  it('is seen by those with a grant of the pool or of all sites, not by those with one of its members', async () => {
    await ask(250_000);
    await pass(15);
    const { store } = opened;
    const { poolId } = NORTH;
    const client = async () => {
      const clientId = randomUUID() as string as ClientId;
      await store.write(addClient, { clientId, clientName: 'c', scopes: [], secretHash: clientId, now: 0 });
      return clientId;
    };
    const [ofPool, ofAll, ofSite, ofNone] = [await client(), await client(), await client(), await client()];
    await store.write(putPoolGrant, { clientId: ofPool, poolId, canSchedule: false });
    await store.write(putGrant, { clientId: ofAll, siteId: '*', canSchedule: false });
    for (const siteId of sites) await store.write(putGrant, { clientId: ofSite, siteId, canSchedule: true });
    const events = await told();
    const seen = async (clientId: ClientId) =>
      (await visibleEvents(sightOf(store), { clientId, types: undefined, hearsAsOperator: false }, events))?.length;
    expect([await seen(ofPool), await seen(ofAll), await seen(ofSite), await seen(ofNone)]).toEqual([1, 1, 0, 0]);
  });
});
