import type { SiteId } from '@setpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenMisses, type MemberMissing } from './hidden-misses.ts';

const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };

const member = (mostKw: number, missedKw: number, index = 0): MemberMissing => ({
  siteId: `site ${index}` as SiteId,
  mostKw,
  missedKw,
  doubtKw: 0,
});
const many = (count: number, mostKw: number, missedKw: number) =>
  Array.from({ length: count }, (_, index) => member(mostKw, missedKw, index));
const found = (members: readonly MemberMissing[]) => hiddenMisses(members, TOLERANCE).length;

describe('what small members hide', () => {
  it.each<[string, readonly MemberMissing[], number]>([
    ['ten of 5 kW that all do nothing', many(10, 5, 5), 10],
    ['ten of 5 kW for export that all do nothing', many(10, 5, -5), 10],
    ['a thousand heat pumps that all do nothing', many(1_000, 3, 3), 1_000],
    ['half of a hundred that do nothing', [...many(50, 5, 5), ...many(50, 5, 0)], 50],
    ['ten of 20 kW that each give 15, as far as it is no chance', many(10, 19, 4), 4],
    ['one alone that does nothing', many(1, 5, 5), 0],
    ['two that miss as much as two others give too much', [...many(2, 5, 5), ...many(2, 5, -5)], 0],
    ['a hundred with half a kW each', many(100, 20, 0.5), 0],
    ['some that are asked for nothing', many(3, 0, 1), 0],
    ['one that gives the other way beside good ones', [...many(1, 4, 40), ...many(20, 50, 0)], 0],
    ['ten that miss most of their order', many(10, 10, 8), 10],
    ['ten that miss a part of it, until the rest may be chance', many(10, 20, 8), 7],
    ['thirty that are asked for nothing, and give a little', many(30, 0, 0.25), 0],
    ['thirty that are asked for nothing, and give more', many(30, 0, 0.5), 30],
    ['one of much more than the rest tolerates', [...many(1, 40, 60), ...many(20, 50, 0)], 1],
  ])('of %s is found', (_what, members, count) => {
    expect(found(members)).toBe(count);
  });

  it('is nothing where all follow by steps of 10 kW', () => {
    const step = fc.double({ min: -5, max: 5, noNaN: true });
    const orders = fc.double({ min: 10, max: 200, noNaN: true });
    const members = fc.array(fc.tuple(orders, step), { minLength: 20, maxLength: 200 });
    let blamed = 0;
    fc.assert(
      fc.property(members, (all) => {
        if (found(all.map(([ordered, missed], index) => member(ordered, missed, index))) > 0) blamed += 1;
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(blamed).toBe(0);
  });
});
