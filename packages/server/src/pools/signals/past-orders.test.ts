import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { marketOfTest, NOON, putShares } from '../../../testing/market-of-test.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { listSiteOrders } from './signal-routes.ts';
import { pastOrders } from './past-orders.ts';

const SECOND = 1_000;

describe.each(STORE_KINDS)('what a site was asked for in the past, on %s', (kind) => {
  let sites: SiteId[];
  let last: { sequence: number; round: number } | null;

  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    last = null;
    sites = await market.pool({ members: [await market.site(), await market.site(), await market.site()] });
  });

  async function onlyFirstStays(second: number): Promise<void> {
    market.clock.now = NOON + second * SECOND;
    await market.pool({ members: sites.slice(0, 1) });
  }

  /** A division some seconds after noon: what each member was asked for, in watts. */
  async function division(second: number, watts: readonly (number | 'offline')[], { round = 0, siteIds = sites } = {}) {
    const sequence = (last?.sequence ?? 0) + (round === 0 ? 1 : 0);
    const at = NOON + second * SECOND;
    const shares = watts.map((share, index) => {
      const siteId = siteIds[index] ?? '';
      return share === 'offline'
        ? { siteId, watts: 0, follows: 5, because: share }
        : { siteId, watts: share, follows: 0, because: null };
    });
    const signal = { sequence, round, at, validUntil: at + 12 * SECOND, after: last };
    expect(await putShares(market.store, { ...signal, shares })).toEqual({ kind: 'put' });
    last = { sequence, round };
  }

  async function ordersOf(siteId = sites[1], [from, to] = [0, 100], most?: number) {
    const wanted = { siteId: siteId as SiteId, fromMs: NOON + from * SECOND, toMs: NOON + to * SECOND };
    const found = await pastOrders(market.store, wanted, most);
    if (found.kind === 'too_many') return found;
    const second = (at: number) => (at - NOON) / SECOND;
    return found.orders.map(({ sequence, at, validUntil, watts }) => [sequence, second(at), second(validUntil), watts]);
  }

  it('is its own share of each division: until the next, until its end, or until it left', async () => {
    await division(0, [70_000, -200, 3]);
    await division(4, [0, 300_000_000, 3]);
    await division(6, [0, 250, 3], { round: 1 });
    await division(30, [1, 2, 3]);
    const [first = '' as SiteId, , third = '' as SiteId] = sites;
    await division(33, [1, 3], { round: 1, siteIds: [first, third] });
    expect(await ordersOf()).toEqual([
      [1, 0, 4, -200],
      [2, 4, 6, 300_000_000],
      [2, 6, 18, 250],
      [3, 30, 33, 2],
    ]);
    expect((await ordersOf(third)) as unknown[]).toHaveLength(5);
    expect(await ordersOf(undefined, [7, 30])).toEqual([[2, 6, 18, 250]]);
    expect(await ordersOf(undefined, [18, 30])).toEqual([]);
  });

  it('goes on with the last order of a site that cannot be reached, until that ends', async () => {
    await division(0, [1, 20, 3]);
    await division(4, ['offline', 'offline', 'offline']);
    await division(16, [1, 'offline', 3]);
    expect(await ordersOf()).toEqual([[1, 0, 12, 20]]);
  });

  it('is known of a site that is no member any more, and asks nothing of one that never was', async () => {
    await division(0, [1, 20, 3]);
    await onlyFirstStays(2);
    expect(await ordersOf()).toEqual([[1, 0, 12, 20]]);
    let reads = 0;
    const counting: typeof market.store = {
      ...market.store,
      read: (...asked) => {
        reads += 1;
        return market.store.read(...asked);
      },
    };
    const wanted = { siteId: await market.site(), fromMs: NOON, toMs: NOON + 60 * SECOND };
    expect([await pastOrders(counting, wanted), reads]).toEqual([{ kind: 'found', orders: [] }, 1]);
  });

  it('is, at an instant, its share by the latest sequence and round, also where the clock was set back', async () => {
    const askedAt = async (second: number) => {
      const orders = await market.store.read(listSiteOrders, {
        siteId: sites[1] as SiteId,
        at: NOON + second * SECOND,
      });
      return orders.map(({ division: { sequence, round }, share }) => [sequence, round, share.watts]);
    };
    await division(20, [1, 20, 3]);
    await division(24, [1, 24, 3]);
    await division(24, [1, 25, 3], { round: 1 });
    await division(22, [1, 22, 3]);
    await division(4_000, [1, 40, 3]);
    expect([await askedAt(21), await askedAt(23), await askedAt(25)]).toEqual([
      [[1, 0, 20]],
      [[3, 0, 22]],
      [[3, 0, 22]],
    ]);
    expect([await askedAt(34), await askedAt(3_999), await askedAt(4_000)]).toEqual([[], [], [[4, 0, 40]]]);
    await onlyFirstStays(4_001);
    expect(await askedAt(25)).toEqual([[3, 0, 22]]);
  });

  it('is, over time, what the later signal says, also where the clock was set back over pages', async () => {
    const forward = Array.from({ length: 100 }, (_, index) => index);
    for (const index of forward) await division(100 + index, [1, index, 3]);
    await division(110, [1, 110_000, 3]);
    await division(111, [1, 111_000, 3], { round: 1 });
    const orders = (await ordersOf(undefined, [0, 1_000])) as number[][];
    expect(orders.map(([, , , watts]) => watts)).toEqual([...forward.slice(0, 10), 110_000, 111_000]);
  });

  it('is read in pages, up to a bound', async () => {
    for (let index = 0; index < 205; index += 1) await division(index / 10, [1, index, 3]);
    const orders = (await ordersOf()) as number[][];
    expect(orders.map(([, , , watts]) => watts)).toEqual(Array.from({ length: 205 }, (_, index) => index));
    expect(await ordersOf(undefined, [0, 100], 200)).toEqual({ kind: 'too_many', most: 200 });
  });
});
