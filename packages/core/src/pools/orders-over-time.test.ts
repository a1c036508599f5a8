import type { PoolId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { oneOfEachService, ordersOverTime, type DivisionOfSite } from './orders-over-time.ts';

const NORTH = { poolId: 'north' as string as PoolId, service: 'afrr' } as const;

function division(sequence: number, at: number, kw: number | 'left' | 'offline', lastsFor = 12): DivisionOfSite {
  const watts = typeof kw === 'number' ? kw : 0;
  const share = kw === 'left' ? undefined : { watts, follows: 0, because: kw === 'offline' ? kw : null };
  return { sequence, at, validUntil: at + lastsFor, share };
}

describe('what a site was asked for over time', () => {
  it.each<[string, DivisionOfSite[], string]>([
    // Expected: signal, from, to and watts of each order.
    ['each order until the next', [division(1, 0, 5), division(2, 4, 6)], '1 0-4 5, 2 4-16 6'],
    ['an order until its end', [division(1, 0, 5), division(2, 40, 6)], '1 0-12 5, 2 40-52 6'],
    ['a shorter order ends a longer one', [division(1, 0, 5, 60), division(2, 4, 6, 2)], '1 0-4 5, 2 4-6 6'],
    ['the later round of a signal', [division(1, 0, 5), division(1, 2, 3, 10)], '1 0-2 5, 1 2-12 3'],
    ['nothing from when the site left', [division(1, 0, 5), division(1, 2, 'left', 10)], '1 0-2 5'],
    [
      'its last order out of reach',
      [division(1, 0, 5), ...[4, 20].map((at) => division(2, at, 'offline'))],
      '1 0-12 5',
    ],
    ['until it is reached', [division(1, 0, 5), division(2, 4, 'offline'), division(3, 8, 7)], '1 0-8 5, 3 8-20 7'],
    ['the later division of a clock that was set back', [division(1, 100, 5), division(2, 90, 6)], '2 90-102 6'],
    ['what an order for nothing stops', [division(1, 0, 5), division(2, 4, 0)], '1 0-4 5, 2 4-16 0'],
  ])('is %s', (_name, divisions, expected) => {
    const orders = ordersOverTime(NORTH, divisions);
    const drawn = orders.map(({ sequence, at, validUntil, watts }) => `${sequence} ${at}-${validUntil} ${watts}`);
    expect(drawn.join(', ')).toBe(expected);
  });

  it('is one order of each service at a time, whichever pools asked', () => {
    const south = { poolId: 'south' as string as PoolId, service: 'afrr' } as const;
    const other = { poolId: 'slow' as string as PoolId, service: 'mfrr' } as const;
    const orders = [
      ...ordersOverTime(NORTH, [division(9, 0, 5)]),
      ...ordersOverTime(other, [division(1, 2, 8)]),
      ...ordersOverTime(south, [division(3, 6, 7)]),
    ];
    expect(oneOfEachService(orders).map(({ poolId, at, validUntil }) => [poolId, at, validUntil])).toEqual([
      ['north', 0, 6],
      ['south', 6, 18],
      ['slow', 2, 14],
    ]);
  });
});
