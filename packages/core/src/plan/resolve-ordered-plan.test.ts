import type { PairName, PoolId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { series } from '../../testing/series.ts';
import { layOrders, type PoolOrder } from './lay-orders.ts';
import { resolvePlan } from './resolve-plan.ts';

const DAY = Date.UTC(2026, 5, 1);
const HOUR = 3_600_000;
const RATINGS = {
  grid: { lower: -1_000, upper: 1_000 },
  bess: { lower: -500, upper: 500 },
  solar: { lower: 0, upper: 100 },
};
const ORDER: PoolOrder = {
  poolId: '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946' as string as PoolId,
  service: 'afrr',
  sequence: 4_711,
  watts: 150_000,
  at: DAY + 1.5 * HOUR,
  validUntil: DAY + 2.5 * HOUR,
};

const SET = {
  'grid/activePowerkW': '00-04: 100',
  'grid/afrrImportBookingkW': '00-04: 200',
  'grid/afrrActivationkW': '01-02: 150, 02-03: -20',
  'grid/mfrrImportBookingkW': '00-04: 10',
  'grid/mfrrActivationkW': '00-04: 10',
};

function planOf(orders: readonly PoolOrder[], held: readonly PairName[] = [], set: Partial<typeof SET> = SET) {
  const commands = new Map(Object.entries(set).map(([pair, drawn]) => [pair as PairName, series(drawn)]));
  const window = { fromMs: DAY, toMs: DAY + 4 * HOUR };
  return resolvePlan({ commands, held: new Set(held), orders, ratings: RATINGS, window, stored: null });
}

describe('a plan with an order', () => {
  const drawn = ({ grid }: ReturnType<typeof planOf>) =>
    grid.map(({ from, target, because }) => [
      (from - DAY) / HOUR,
      target,
      because.filter(({ source }) => /order|Activation|hold/.test(source)).map(({ source, delta }) => [source, delta]),
    ]);
  const mfrr = ['grid/mfrrActivationkW', 10];

  it('names the order while it lasts, even where the same is set; after its end, what is set holds again', () => {
    expect(drawn(planOf([ORDER]))).toEqual([
      [0, 110, [mfrr]],
      [1, 260, [['grid/afrrActivationkW', 150], mfrr]],
      [1.5, 260, [['order', 150], mfrr]],
      [2.5, 110, [['grid/afrrActivationkW', -20], mfrr]],
      [3, 110, [mfrr]],
    ]);
    const step = planOf([ORDER]).grid[2]?.because.find(({ source }) => source === 'order');
    expect(step?.order).toBe(ORDER);
  });

  it('says of an order for nothing that it stops what is set', () => {
    expect(drawn(planOf([{ ...ORDER, watts: 0 }]))[2]).toEqual([1.5, 110, [mfrr, ['order', 0]]]);
  });

  it('bounds an order by the booking, as the site does', () => {
    const { target, because, issues } = planOf([{ ...ORDER, watts: 250_000 }]).grid[2] ?? {};
    expect(target).toBe(310);
    expect(because?.slice(1, 3).map(({ source, delta }) => [source, delta])).toEqual([
      ['order', 250],
      ['grid/afrrImportBookingkW', -50],
    ]);
    expect(issues).toContainEqual({ code: 'afrr_activation_exceeds_booking', amount: 50 });
  });

  it('keeps the order where the activation in whose place it is was held', () => {
    const plan = planOf([ORDER], ['grid/afrrActivationkW']);
    expect(drawn(plan).slice(1, 4)).toEqual([
      [1, 110, [mfrr, ['hold', 0]]],
      [1.5, 260, [['order', 150], mfrr]],
      [2.5, 110, [mfrr, ['hold', 0]]],
    ]);
  });

  it('moves the storage where the connection point has no setpoint, and leaves solar alone', () => {
    const { 'grid/activePowerkW': _grid, ...rest } = SET;
    const free = planOf([ORDER], [], { ...rest, 'grid/mfrrActivationkW': '' });
    expect(free.grid.find(({ from }) => from === ORDER.at)).toMatchObject({ target: null, offset: 150 });
    expect(JSON.stringify([free.solar, planOf([]).solar])).not.toContain('order');
  });

  it('of the other service leaves this one as it is', () => {
    const other: PoolOrder = { ...ORDER, service: 'mfrr', watts: 5_000 };
    expect(drawn(planOf([ORDER, other]))[2]).toEqual([
      1.5,
      255,
      [
        ['order', 150],
        ['order', 5],
      ],
    ]);
  });
});

describe('orders over what is set', () => {
  it('leave of each entry what is beside them, in order', () => {
    const orders = [3, 1, 2].map((hour) => {
      return { ...ORDER, at: DAY + hour * HOUR, validUntil: DAY + (hour + 0.5) * HOUR };
    });
    const set = new Map<PairName, ReturnType<typeof series>>([
      ['grid/afrrActivationkW', series('00-01: 1, 01-02:15: 2, 02:20-05: 3')],
    ]);
    const laid = layOrders(set, orders).get('grid/afrrActivationkW') ?? [];
    expect(laid.map(({ startMs, endMs, value }) => [(startMs - DAY) / HOUR, (endMs - DAY) / HOUR, value])).toEqual([
      [0, 1, 1],
      [1, 1.5, 150],
      [1.5, 2, 2],
      [2, 2.5, 150],
      [2.5, 3, 3],
      [3, 3.5, 150],
      [3.5, 5, 3],
    ]);
    expect(layOrders(set, [])).toBe(set);
  });
});
