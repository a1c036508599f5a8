import { beforeEach, describe, expect, it } from 'vitest';
import { NEVER } from '../../store/in-force.ts';
import { type Market, marketOfTest, NOON, SITES } from '../../../testing/market-of-test.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { learnAhead } from '../members/read-members.ts';
import { acceptSignal } from './accept-signal.ts';
import { forgetDivisions, hasOldDivisions } from './forget-divisions.ts';

const SIGNAL = { at: NOON, validUntil: NOON + 12_000 };

describe.each(STORE_KINDS)('a signal, on %s', (kind) => {
  const [smaller, larger] = SITES;
  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    await market.pool({ members: [100, 200] });
  });

  /** What each member does in watts, and behind them what is missing. */
  async function ask(kW: number, asking?: Parameters<Market['sent']>[1]) {
    const accepted = await market.sent(kW, asking);
    if (accepted.kind !== 'accepted') return accepted.kind;
    const { shares, shortfallWatts } = accepted.division;
    const members = [...shares].toSorted(([one], [another]) => (one < another ? -1 : 1));
    const watts = members.map(([, share]) => share.watts + share.follows);
    return shortfallWatts === 0 ? watts : [...watts, shortfallWatts];
  }

  it('is accepted at once where its members were learned ahead, and lets others go first where it learns of many', async () => {
    await market.pool({ members: Array.from({ length: 120 }, () => 10) });
    const turnsOf = async (sequence: number, isAhead: boolean) => {
      let turns = 0;
      const dividing = { ...market.dividing(), turn: async () => void (turns += 1) };
      if (isAhead)
        await learnAhead({ ...dividing, onFailure: (cause) => expect.unreachable(String(cause)) })(NORTH.poolId);
      turns = 0;
      const accepted = await acceptSignal(dividing, NORTH, { ...SIGNAL, sequence, watts: 1_200_001 });
      expect(accepted).toMatchObject({ kind: 'accepted', division: { shortfallWatts: 1 } });
      return turns;
    };
    expect([await turnsOf(1, false), await turnsOf(2, true)]).toEqual([3, 0]);
  });

  it('is of an instant that moves no ramp ahead, nor a member away, and never goes back', async () => {
    await market.pool({ members: [smaller, larger], ramp: 1 });
    // The first order is measured from one cycle before.
    expect(await ask(90, { ms: 9_000, nowMs: 0 })).toEqual([4_000, 4_000, 82_000]);
    expect(await ask(90, { ms: 19_000 })).toEqual([14_000, 14_000, 62_000]);
    await ask(20, { ms: 12_000, nowMs: 20_000 });
    expect((await market.divisions())[0]?.at).toBe(NOON + 19_000);
  });

  it('that is older than its first members is divided among those of now', async () => {
    expect(await ask(90, { ms: -5_000, nowMs: 0 })).toEqual([30_000, 60_000]);
  });

  it('counts on nothing of a member that was held and then fell silent, whoever else is silent', async () => {
    const third = await market.site(50);
    await market.pool({ members: [smaller, larger, third] });
    expect(await ask(70)).toEqual([20_000, 40_000, 10_000]);
    await market.hold({ siteId: smaller });
    await market.silent(third);
    expect(await ask(70, { ms: 4_000 })).toEqual([0, 60_000, 10_000]);
    await market.query(`DELETE FROM site_hold`);
    await market.silent(smaller);
    expect(await ask(70, { ms: 8_000 })).toEqual([0, 60_000, 10_000]);
  });

  it('gives nothing to any member of a pool that is held, before the hold lies on one', async () => {
    await market.hold({ poolId: NORTH.poolId });
    expect(await ask(90)).toEqual([0, 0, 90_000]);
  });

  it('is carried out once, whichever of two nodes takes it', async () => {
    const other = kind === 'SQLite' ? market.store : await market.reopen();
    const both = await Promise.all(
      [market.store, other].flatMap((store) => [1, 2, 3].map((sequence) => ask(90, { sequence, store }))),
    );
    if (other !== market.store) await other.close();
    const accepted = (await market.divisions()).map(({ sequence }) => sequence);
    expect(accepted[0]).toBe(3);
    expect(new Set(accepted).size).toBe(accepted.length);
    for (const answer of both) if (Array.isArray(answer)) expect(answer).toEqual([30_000, 60_000]);
  });

  it('takes a few bytes for each member, and is forgotten with the list of its members', async () => {
    await ask(90);
    await ask(290, { ms: 4_000 });
    const [row] = await market.query('SELECT length(shares) AS bytes FROM pool_tick');
    expect(Number(row?.['bytes'])).toBeLessThanOrEqual(2 * 15);
    const countIn = async (table: string) => (await market.query(`SELECT 1 FROM ${table}`)).length;
    const rows = async () => [await countIn('pool_tick'), await countIn('pool_roster')];
    expect(await rows()).toEqual([2, 1]);
    await market.store.write(forgetDivisions, { before: NOON + 1, limit: 9 });
    expect(await rows()).toEqual([1, 1]);
    await market.store.write(forgetDivisions, { before: NEVER, limit: 9 });
    expect([await rows(), await market.store.read(hasOldDivisions, { before: NEVER })]).toEqual([[0, 0], false]);
  });
});
