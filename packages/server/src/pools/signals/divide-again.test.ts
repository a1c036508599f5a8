import type { ClientId, Pool, PoolId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../identity/caller.ts';
import { marketOfTest, NOON, SITES } from '../../../testing/market-of-test.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { removePool } from '../put-pool.ts';
import { askPool } from './ask-pool.ts';
import { divideDuePools } from './divide-when-due.ts';

const ASKER = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const ACTOR = { kind: 'client', id: ASKER, name: 'the desk' } as const;
const LEASE_MS = 12_000;

describe.each(STORE_KINDS)('a signal that holds, on %s', (kind) => {
  const [one, other] = SITES;
  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    await market.pool({ members: [100, 100] });
    await market.asked(90, { actor: ACTOR });
  });

  const last = async () => {
    const [division] = await market.divisions();
    const watts = [one, other].map((siteId) => division?.shares.get(siteId)?.watts);
    return { round: division?.round, watts, shortfall: division?.shortfallWatts };
  };

  it('moves nobody who can go on, though by now another one could give more', async () => {
    const more = `REPLACE(text, '"value":100', '"value":200')`;
    await market.change(`UPDATE set_command SET text = ${more} WHERE site_id = '${other}'`);
    await expect(market.again(1_000)).resolves.toMatchObject({ kind: 'same' });
    await market.asked(90, { ms: 4_000 });
    expect(await last()).toMatchObject({ watts: [45_000, 45_000] });
  });

  it.each([
    ['afrrActivationkW', 'rejecting'],
    ['afrrImportBookingkW', 'rejected'],
  ])('is divided among the others once a member refuses its %s, to the same end', async (type, because) => {
    await market.client({ clientId: ASKER });
    await market.refusing(one, type);
    await market.again(900);
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
    const [second, first] = await market.divisions();
    expect(second).toMatchObject({ sequence: 1, validUntil: first?.validUntil, at: NOON + 900 });
    expect(second?.shares.get(one)?.because).toBe(because);
    // Both go under the name of who asked for it.
    const actor = { ...ACTOR, name: 'desk' };
    expect([second?.actor, first?.actor]).toEqual([actor, actor]);
  });

  it('tells what nobody can give, once', async () => {
    for (const siteId of [one, other]) await market.refusing(siteId, 'afrrActivationkW');
    expect(await market.again(900)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 0], shortfall: 90_000 });
    expect(await market.again(1_300)).toMatchObject({ kind: 'same' });
  });

  it('goes on counting on a member that fell silent, until its order ends', async () => {
    await market.silent(one);
    expect(await market.again(400)).toEqual({ kind: 'same', nextLeaseEndAt: NOON + LEASE_MS });
    await market.asked(90, { ms: 8_000 });
    expect(await market.again(11_999)).toEqual({ kind: 'same', nextLeaseEndAt: NOON + LEASE_MS });
    expect(await market.again(12_000)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
  });

  it('counts on a silent member that is held, too, until its order ends, and tells it to stop once it is back', async () => {
    const board = market.board();
    await market.silent(one);
    market.clock.now = NOON + 800;
    await market.hold({ siteId: one });
    const divided = await market.again(900);
    if (divided.kind !== 'put') throw new Error(divided.kind);
    expect(divided.division.shares.get(one)).toMatchObject({ watts: 0, follows: 45_000, because: 'held' });
    expect(await last()).toMatchObject({ watts: [0, 45_000], shortfall: 0 });
    board.put(NORTH, divided.division);
    expect(board.of(one)).toMatchObject([{ watts: 0 }]);
    const third = await market.asked(90, { ms: 8_000 });
    expect(third.shares.get(one)).toMatchObject({ follows: 45_000, because: 'held' });
    expect(await market.again(12_000)).toMatchObject({ kind: 'put' });
    expect(await last()).toEqual({ round: 1, watts: [0, 90_000], shortfall: 0 });
  });

  it('counts on the order of a silent member also behind a shorter, later signal that has ended', async () => {
    await market.silent(one);
    await market.asked(90, { ms: 1_000, lastsMs: 4_000 });
    const { shares } = await market.asked(90, { ms: 6_000 });
    expect([shares.get(one), shares.get(other)]).toMatchObject([{ watts: 0, follows: 45_000 }, { watts: 45_000 }]);
  });

  it('gives a member that is back an order to its end, as the one that it follows ends before', async () => {
    await market.silent(one);
    await market.asked(90, { ms: 8_000 });
    await market.back(one);
    expect(await market.again(9_000)).toMatchObject({ kind: 'put', division: { validUntil: NOON + 8_000 + LEASE_MS } });
    expect(await last()).toEqual({ round: 1, watts: [45_000, 45_000], shortfall: 0 });
    expect(await market.again(9_400)).toMatchObject({ kind: 'same' });
  });

  it('moves on when a member leaves the pool, whose order ends with that', async () => {
    const board = market.board();
    await board.refresh({ poolId: NORTH.poolId });
    market.clock.now = NOON + 300;
    await market.pool({ members: [other] });
    const divided = await market.again(500);
    if (divided.kind === 'put') board.put(divided.pool, divided.division);
    const orders = [one, other].map((siteId) => board.of(siteId)[0]);
    expect(orders).toMatchObject([{ validUntil: NOON + 500 }, { watts: 90_000, validUntil: NOON + LEASE_MS }]);
  });

  it('ends for everybody when the pool is removed, also where another node tells them', async () => {
    const board = market.board();
    await board.refresh({ poolId: NORTH.poolId });
    await market.store.write(removePool, { poolId: NORTH.poolId, now: NOON + 300 });
    expect(await market.again(500)).toMatchObject({ kind: 'put' });
    await board.refresh({ poolId: NORTH.poolId });
    expect([one, other].map((siteId) => board.of(siteId)[0]?.validUntil)).toEqual([NOON + 500, NOON + 500]);
    expect(await market.again(900)).toMatchObject({ kind: 'same' });
  });

  it('is found by looking, where the hint was lost, whatever instant it is of', async () => {
    const board = market.board();
    const found = async () => {
      await board.refresh({ since: NOON - 30_000 });
      return [one, other].map((siteId) => board.of(siteId)[0]).map((order) => [order?.sequence, order?.watts]);
    };
    expect(await found()).toEqual([1, 1].map((sequence) => [sequence, 45_000]));
    await market.asked(80, { ms: 8_000 });
    expect(await found()).toEqual([2, 2].map((sequence) => [sequence, 40_000]));
    await market.asked(60, { ms: 3_000 });
    expect(await found()).toEqual([3, 3].map((sequence) => [sequence, 30_000]));
    await market.refusing(one, 'afrrActivationkW');
    expect(await market.again(400)).toMatchObject({ kind: 'put', division: { at: NOON + 3_000 } });
    expect((await found()).flat()).toEqual([3, 0, 3, 60_000]);
  });

  it('is not divided again once it has ended', async () => {
    await market.refusing(one, 'afrrActivationkW');
    expect(await market.again(LEASE_MS)).toEqual({ kind: 'over' });
  });

  it('is divided again once, whichever of two nodes does it, and a repeated signal has its first answer', async () => {
    await market.refusing(one, 'afrrActivationkW');
    const node = kind === 'SQLite' ? market.store : await market.reopen();
    const again = [market.again(500), market.again(500, node), market.again(500)];
    const kinds = (await Promise.all(again)).map((divided) => divided.kind);
    if (node !== market.store) await node.close();
    expect(kinds.toSorted()).toEqual(['put', 'same', 'same']);
    expect((await market.divisions()).map(({ sequence, round }) => [sequence, round])).toEqual([
      [1, 1],
      [1, 0],
    ]);
    const repeated = await market.asked(90, { ms: 0, sequence: 1, actor: ACTOR });
    expect([repeated.round, repeated.shares.get(one)?.watts]).toEqual([0, 45_000]);
    expect((await market.asked(90, { ms: 4_000 })).shares.get(other)?.watts).toBe(90_000);
  });

  it('that is repeated gives nobody the order back that it had before', async () => {
    const orders = market.board();
    await market.refusing(one, 'afrrActivationkW');
    await market.again(500);
    // This node has not heard of it yet.
    const [at, validUntil] = [NOON, NOON + LEASE_MS].map((instant) => new Date(instant).toISOString());
    const read = () => ({ kW: 90, sequence: 1, at: at ?? '', validUntil: validUntil ?? '' });
    const pool = NORTH as unknown as Pool & { poolId: PoolId };
    const { turn, ...dividing } = market.dividing();
    const asked = { pool, canSchedule: true, caller: { clientId: ASKER } as Caller, read, turn };
    const told = await askPool({ ...dividing, orders }, asked);
    expect([told.orderedkW, told.shortfallkW]).toEqual([90, 0]);
    expect([one, other].map((siteId) => orders.of(siteId)[0]?.watts)).toEqual((await last()).watts);
  });

  it('is looked at after news and at the end of leases, by the one node that is chosen', async () => {
    let isChosen = true;
    const board = market.board();
    await board.refresh({ poolId: NORTH.poolId });
    const pools = divideDuePools({ ...market.dividing(), board, isChosen: async () => isChosen });
    const seen = async (ms: number) => {
      market.clock.now = NOON + ms;
      await pools.atAll();
      return (await last()).watts;
    };
    expect(await seen(400)).toEqual([45_000, 45_000]);
    await market.refusing(one, 'afrrActivationkW');
    expect(await seen(800)).toEqual([45_000, 45_000]);
    pools.hear();
    isChosen = false;
    expect(await seen(1_200)).toEqual([45_000, 45_000]);
    isChosen = true;
    expect(await seen(1_600)).toEqual([0, 90_000]);
    await market.silent(other);
    pools.hear();
    expect(await seen(2_000)).toEqual([0, 90_000]);
    await market.asked(90, { ms: 8_000 });
    await board.refresh({ poolId: NORTH.poolId });
    expect(await seen(11_999)).toEqual([0, 0]);
    expect((await last()).shortfall).toBe(0);
    await seen(12_000);
    expect(await last()).toEqual({ round: 1, watts: [0, 0], shortfall: 90_000 });
  });
});
