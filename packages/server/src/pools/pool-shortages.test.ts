import type { ClientId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { putPoolGrant } from '../access/grants/put-pool-grant.ts';
import { sightOf } from '../access/sight.ts';
import { visibleEvents } from '../events/events-after.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { marketOfTest, NOON } from '../../testing/market-of-test.ts';
import { NORTH } from '../../testing/members-from.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { removePool } from './put-pool.ts';
import { findShortages, listShortages } from './shortages/announce-shortages.ts';
import { noteShortage } from './shortages/note-shortage.ts';

describe.each(STORE_KINDS)('what a pool is short of, on %s', (kind) => {
  let sites: SiteId[];
  let looking: () => Promise<void>;
  let isChosen: boolean;

  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    isChosen = true;
    sites = await market.pool({ members: [100, 100] });
    looking = node();
  });

  /** A node of the service, with nothing in memory yet. */
  function node(): () => Promise<void> {
    const board = market.board();
    const look = findShortages({ ...market.dividing(), board, isChosen: () => Promise.resolve(isChosen) });
    return async () => {
      await board.refresh({ poolId: NORTH.poolId });
      await look();
    };
  }

  const ask = (kW: number, lastsMs = 900_000) => market.asked(kW, { lastsMs });

  async function pass(seconds: number, look = looking): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      market.clock.now += 1_000;
      await look();
    }
  }

  async function told() {
    return (await market.events()).filter(({ type }) => type.startsWith('pool.'));
  }
  const asked = async () => (await told()).filter(({ data }) => data['shortOf'] === 'asked').map(({ type }) => type);
  const booked = async () => (await told()).filter(({ data }) => data['shortOf'] === 'booked').map(({ type }) => type);

  it('is told once it has been so for 10 s, with the instant at which it began, and once when it is over', async () => {
    await ask(250);
    await pass(10);
    expect(await told()).toEqual([]);
    await pass(30);
    const since = '2026-10-25T12:00:01.000Z';
    const side = { shortOf: 'asked', direction: 'import' };
    const binds = [{ because: 'grid/afrrImportBookingkW', members: 2 }];
    const short = { type: 'pool.short', poolId: NORTH.poolId, at: NOON + 1_000 };
    expect(await told()).toMatchObject([{ ...short, data: { ...side, wantedkW: 250, missingkW: 50, binds } }]);
    expect((await told())[0]).not.toHaveProperty('siteId');
    expect(eventFaults((await told()).map(fleetEventOf))).toEqual([]);
    await ask(150);
    await pass(40);
    expect((await told()).slice(1)).toMatchObject([
      { type: 'pool.restored', poolId: NORTH.poolId, at: NOON + 41_000, data: { ...side, since } },
    ]);
    expect(eventFaults((await told()).map(fleetEventOf))).toEqual([]);
  });

  it('is over when the signal ends, and begins anew with the next', async () => {
    await ask(250, 20_000);
    await pass(40);
    expect(await asked()).toEqual(['pool.short', 'pool.restored']);
    await ask(250);
    await pass(15);
    expect(await asked()).toEqual(['pool.short', 'pool.restored', 'pool.short']);
  });

  it('is told of each direction', async () => {
    await ask(250);
    await pass(15);
    await ask(-250);
    await pass(15);
    const sides = (await told()).map(({ type, data }) => `${type} ${String(data['direction'])}`);
    expect(sides.toSorted()).toEqual(['pool.restored import', 'pool.short export', 'pool.short import']);
  });

  it('is not yet what members are on their way to', async () => {
    await market.pool({ members: sites, ramp: 0.1 });
    await ask(200);
    await pass(60);
    expect(await told()).toEqual([]);
    await pass(260);
    expect(await asked()).toEqual(['pool.short']);
  });

  it('is also what is booked and nobody has available, without any signal', async () => {
    await pass(15);
    await market.silent(sites[1]);
    await pass(35);
    expect(await told()).toMatchObject([
      {
        type: 'pool.short',
        data: { shortOf: 'booked', wantedkW: 200, missingkW: 100, binds: [{ because: 'offline', members: 1 }] },
      },
    ]);
    await market.back(sites[1]);
    await pass(35);
    expect(await booked()).toEqual(['pool.short', 'pool.restored']);
  });

  it('is not told twice: not by two nodes, nor by one that takes over or starts anew', async () => {
    await ask(250);
    const other = node();
    await pass(15);
    await pass(15, other);
    await pass(15, node());
    await Promise.all([looking(), other()]);
    expect(await asked()).toEqual(['pool.short']);
    await ask(100);
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
      market.store.write(noteShortage, { ...side, at: market.now(), now: market.now(), missing: what });
    await Promise.all(Array.from({ length: 8 }, () => note(missing)));
    await Promise.all(Array.from({ length: 8 }, () => note(null)));
    expect(await booked()).toEqual(['pool.short', 'pool.restored']);
  });

  it('is told by the chosen node alone, which looks anew when it takes over', async () => {
    await ask(250);
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
    await ask(250, 30_000);
    await pass(15);
    await market.store.write(removePool, { poolId: NORTH.poolId, now: market.now() });
    await pass(15);
    expect(await asked()).toEqual(['pool.short']);
    expect(await market.store.read(listShortages, undefined)).toEqual([]);
    await market.pool({ members: sites });
    await pass(15);
    expect(await asked()).toEqual(['pool.short']);
  });

  it('is seen by those with a grant of the pool or of all sites, not by those with one of its members', async () => {
    await ask(250);
    await pass(15);
    const { store } = market;
    const { poolId } = NORTH;
    const client = () => market.client();
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
