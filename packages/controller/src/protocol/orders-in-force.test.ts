import { beforeEach, describe, expect, it } from 'vitest';
import { type OrdersInForce, createOrdersInForce } from './orders-in-force.ts';
import type { Schedule } from './parse-snapshot.ts';
import { valuesAt } from '@setpoint/core';

const NOON = Date.UTC(2030, 0, 1, 12);
const PAIR = 'grid/afrrActivationkW';
const HOUR = 3_600_000;

const span = { startMs: NOON - HOUR, endMs: NOON + HOUR, value: 7 };
const schedule: Schedule = {
  revision: 'a',
  holdSeconds: null,
  commands: new Map([[PAIR, [span]]] as const),
  rejected: [],
  offers: ['orders'],
};

describe('orders on a site', () => {
  let clock: { nowMs: number; elapsedMs: number };
  let orders: OrdersInForce;
  beforeEach(() => {
    clock = { nowMs: NOON, elapsedMs: 0 };
    orders = createOrdersInForce({ now: () => clock.nowMs, elapsedMs: () => clock.elapsedMs });
  });

  const pass = (ms: number) => {
    clock.nowMs += ms;
    clock.elapsedMs += ms;
  };
  const order = (kW: number, sequence = 1, forMs = 12_000) => {
    return { service: 'afrr', sequence, kW, validUntil: new Date(clock.nowMs + forMs).toISOString() };
  };
  const asked = () => valuesAt(orders.over(schedule).commands, clock.nowMs)[PAIR];

  it('take the place of what is set, and end by themselves to the millisecond', () => {
    expect(orders.take(order(-40))).toBeUndefined();
    expect(asked()).toBe(-40);
    pass(11_999);
    expect(asked()).toBe(-40);
    pass(1);
    expect(asked()).toBe(7);
  });

  it('of zero keep the site from what is set', () => {
    orders.take(order(0));
    expect(asked()).toBe(0);
  });

  it('count in the order of their signals, however they come', () => {
    orders.take(order(2, 2));
    orders.take(order(1, 1));
    orders.take(order(2, 2));
    expect(asked()).toBe(2);
    orders.take(order(3, 2));
    expect(asked()).toBe(3);
  });

  it('of another pool count at once, as each pool has sequences of its own', () => {
    const [first, other] = [{ poolId: 'a' }, { poolId: 'b' }];
    orders.take({ ...order(5, 5_000_000, 60_000), ...first });
    orders.take({ ...order(-20, 12), ...other });
    expect(asked()).toBe(-20);
    orders.take({ ...order(-10, 11), ...other });
    expect(asked()).toBe(-20);
    orders.take({ ...order(6, 5_000_001), ...first });
    expect(asked()).toBe(6);
  });

  it('of a service that names no pools count by their sequence alone', () => {
    orders.take(order(5, 5));
    orders.take(order(4, 4));
    expect(asked()).toBe(5);
    // It tells the end of what another pool asked before it tells what this one asks.
    orders.take(order(5, 5, -1));
    orders.take(order(4, 4));
    expect(asked()).toBe(4);
  });

  it('that ended on their way ask for nothing, and end the one before', () => {
    orders.take(order(5, 1));
    orders.take(order(6, 2, -1));
    expect(asked()).toBe(7);
  });

  it.each([
    ['forward', HOUR],
    ['back', -HOUR],
  ])('end in time when the clock is set %s', (_how, ms) => {
    orders.take(order(5));
    clock.nowMs += ms;
    if (ms < 0) expect(asked()).toBe(5);
    clock.elapsedMs += 12_000;
    expect(orders.over(schedule).commands.get(PAIR)).toEqual([span]);
  });

  it('hold for 910 s at most, though the clock of the site is an hour behind', () => {
    orders.take(order(5, 1, HOUR));
    pass(909_999);
    expect(asked()).toBe(5);
    pass(1);
    expect(asked()).toBe(7);
  });

  it('are left out where the list of those in force does not name them', () => {
    orders.take(order(5, 4));
    expect(orders.takeAll({ orders: [] })).toBeUndefined();
    expect(asked()).toBe(7);
    orders.takeAll({ orders: [order(8, 2)] });
    expect(asked()).toBe(8);
    orders.takeAll({ orders: [order(8, 2, -1), order(9, 1)] });
    expect(asked()).toBe(9);
  });

  it('that are malformed change nothing; those of an unknown service neither', () => {
    orders.take(order(5));
    for (const bad of [undefined, 7, {}, { ...order(1, 2), kW: '1' }, { ...order(1, 2), validUntil: 'soon' }]) {
      expect(orders.take(bad)).toEqual(expect.any(String));
    }
    expect(orders.take({ ...order(1, 2), service: 'ffr', later: true })).toBeUndefined();
    expect(asked()).toBe(5);
    expect(orders.take({ ...order(1, 2), later: true })).toBeUndefined();
    expect(asked()).toBe(1);
  });

  it('last no longer than they said, for whatever is set behind them', () => {
    const [later, during] = [
      { startMs: NOON + 5_000, endMs: NOON + HOUR, value: 9 },
      { startMs: NOON + 1_000, endMs: NOON + 5_000, value: 8 },
    ];
    const set = { ...schedule, commands: new Map([[PAIR, [during, later]]] as const) };
    orders.take(order(5));
    const { commands } = orders.over(set);
    expect(valuesAt(commands, NOON + 11_999)[PAIR]).toBe(5);
    expect(valuesAt(commands, NOON + 12_000)[PAIR]).toBe(9);
  });
});
