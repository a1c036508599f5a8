import { describe, expect, it } from 'vitest';
import { memberBooked as member } from '../../testing/member-booked.ts';
import { divideSignal, type MemberNow, type AskedSignal } from './divide-signal.ts';

const ASKED: AskedSignal = {
  at: 100_000,
  service: 'afrr',
  rule: 'proportional',
  enduranceMinutes: 60,
  watts: 90_000,
  wattsBefore: null,
};

function allocated(asked: Partial<AskedSignal>, members: readonly MemberNow[]) {
  const { shares, ...rest } = divideSignal({ ...ASKED, ...asked }, members);
  return { ...rest, orders: shares.map(({ watts }) => watts), why: shares.map(({ because }) => because) };
}

const orderOf = (watts: number) => ({ watts, at: 96_000, validUntil: 108_000 });
const deviating = (suppliesWatts: number) => ({ last: { ...orderOf(0), suppliesWatts } });

describe('a signal', () => {
  it('counts on a member that fell silent until its last order ends, and not on one that refuses', () => {
    const last = orderOf(30_000);
    const members = (hindrance: 'offline' | 'rejecting') => [member('a', 100, { hindrance, last }), member('b', 200)];
    expect(allocated({}, members('offline')).orders).toEqual([0, 60_000]);
    expect(allocated({ at: 108_000 }, members('offline')).orders).toEqual([0, 90_000]);
    expect(allocated({}, members('rejecting')).orders).toEqual([0, 90_000]);
  });

  it('counts on a member that cannot be reached also while it is held, and tells that it is', () => {
    const held = { hindrance: 'held' as const, last: orderOf(80_000) };
    const asked = (isReachable: boolean) =>
      divideSignal({ ...ASKED, watts: 240_000 }, [member('a', 100, { ...held, isReachable }), member('b', 200)]);
    expect(asked(false)).toMatchObject({
      shares: [{ watts: 0, follows: 80_000, because: 'held' }, { watts: 160_000 }],
      shortfallWatts: 0,
    });
    expect(asked(true)).toMatchObject({
      shares: [{ watts: 0, follows: 0, because: 'held' }, { watts: 200_000 }],
      shortfallWatts: 40_000,
    });
  });

  it('moves nobody when it asks for the same again, though bookings changed', () => {
    const last = (watts: number) => ({ last: { watts, at: 96_000, validUntil: 108_000 } });
    const members = [member('a', 300, last(30_000)), member('b', 200, last(60_000))];
    expect(allocated({ wattsBefore: 90_000 }, members).orders).toEqual([30_000, 60_000]);
    expect(allocated({ wattsBefore: 90_001 }, members).orders).toEqual([54_000, 36_000]);
  });

  it('asks nobody to work the other way, though the last orders sum up to what is asked again', () => {
    const members = [member('a', 100, { last: orderOf(3) }), member('was away since', 100, { last: orderOf(-1) })];
    expect(allocated({ watts: 2, wattsBefore: 2 }, members)).toMatchObject({ orders: [1, 1] });
  });

  it('moves on what a member that deviates misses, and leaves it its order', () => {
    const last = (watts: number, suppliesWatts?: number) => ({ last: { ...orderOf(watts), suppliesWatts } });
    const lazy = last(30_000, 5_000);
    const members = (rest: Partial<MemberNow>) => [
      member('a', 100, lazy),
      member('b', 200, { ...last(60_000), ...rest }),
    ];
    const first = divideSignal({ ...ASKED, wattsBefore: 90_000 }, members({}));
    expect(first).toMatchObject({
      shares: [
        { watts: 30_000, follows: 0, misses: 25_000, because: 'deviating' },
        { watts: 85_000, because: null },
      ],
      shortfallWatts: 0,
    });
    const again = divideSignal({ ...ASKED, wattsBefore: 90_000 }, members(last(85_000)));
    expect(again.shares).toEqual(first.shares);
    expect(allocated({ watts: 150_000, wattsBefore: 90_000 }, members({})).orders).toEqual([50_000, 145_000]);
    // Nor is it asked for the share of another one that drops out.
    const others = [member('b', 200, { ...last(60_000), hindrance: 'held' }), member('c', 300)];
    const moved = allocated({ wattsBefore: 90_000 }, [member('a', 100, lazy), ...others]);
    expect(moved.orders).toEqual([30_000, 0, 85_000]);
  });

  // What one gives of its 40 kW, whatever it is, the two others make up for, as far as their bookings go. Either way round.
  it.each([
    { gives: 80, others: 20, shortfall: 0, surplus: 0 },
    { gives: -40, others: 80, shortfall: 0, surplus: 0 },
    { gives: 120, others: 0, shortfall: 0, surplus: 0 },
    { gives: 200, others: -40, shortfall: 0, surplus: 0 },
    { gives: -100, others: 100, shortfall: 20, surplus: 0 },
    { gives: 400, others: -100, shortfall: 0, surplus: 80 },
  ])('counts $gives kW of a member that deviates as they are measured', ({ gives, others, shortfall, surplus }) => {
    for (const scale of [1_000, -1_000]) {
      const watts = (kW: number) => kW * scale || 0;
      const members = [member('a', 100, deviating(watts(gives))), member('b', 100), member('c', 100)];
      const { shares, ...rest } = divideSignal({ ...ASKED, watts: watts(120) }, members);
      expect(shares[0]).toMatchObject({ watts: watts(40), misses: watts(40 - gives), because: 'deviating' });
      expect(shares.slice(1).map((share) => share.watts)).toEqual([watts(others), watts(others)]);
      expect(rest).toEqual({ shortfallWatts: watts(shortfall), surplusWatts: watts(surplus) });
    }
  });

  it('leaves all their orders where all deviate, and tells what is missing', () => {
    const members = [member('a', 100, deviating(0)), member('b', 200, deviating(10_000))];
    expect(allocated({}, members)).toEqual({
      orders: [30_000, 60_000],
      why: ['deviating', 'deviating'],
      shortfallWatts: 80_000,
      surplusWatts: 0,
    });
  });

  it('counts on a silent member that deviated for what it gave alone', () => {
    const silent = { hindrance: 'offline' as const, last: { ...orderOf(30_000), suppliesWatts: 4_000 } };
    const { shares } = divideSignal(ASKED, [member('a', 100, silent), member('b', 200)]);
    expect(shares).toMatchObject([{ watts: 0, follows: 4_000, because: 'offline' }, { watts: 86_000 }]);
  });

  it('asks a member to which a schedule is on its way for what it can give before and after', () => {
    const values = (kW: number) => ({ 'grid/afrrImportBookingkW': kW });
    const changing = (before: number, after: number) =>
      member('a', 0, { values: values(after), valuesBefore: values(before) });
    for (const one of [changing(100, 20), changing(20, 100), changing(20, 20)]) {
      expect(allocated({}, [one, member('b', 20)])).toMatchObject({ orders: [20_000, 20_000], shortfallWatts: 50_000 });
    }
  });
});
