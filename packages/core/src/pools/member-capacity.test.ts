import { describe, expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import type { Values } from '../time/values-at.ts';
import { type Direction, memberCapacity, withinRamp } from './member-capacity.ts';

const RATINGS = {
  grid: { lower: -1_000, upper: 1_000 },
  bess: { lower: -500, upper: 500 },
  solar: UNKNOWN_RATING,
};

function capacityOf(values: Values, direction: Direction = 'import') {
  return memberCapacity({ service: 'afrr', direction, values, ratings: RATINGS });
}

const BOOKED: Values = { 'grid/afrrImportBookingkW': 200, 'grid/afrrExportBookingkW': 100 };

describe('the capacity of a member', () => {
  it.each<[string, Values, string]>([
    ['nothing where nothing is booked', {}, 'import 0 grid/afrrImportBookingkW'],
    ['its booking', BOOKED, 'import 200000 grid/afrrImportBookingkW'],
    ['its booking of the other direction', BOOKED, 'export 100000 grid/afrrExportBookingkW'],
    [
      'what its upper limit leaves beside its setpoint',
      { ...BOOKED, 'grid/activePowerkW': 300, 'grid/upperLimitkW': 350 },
      'import 50000 grid/upperLimitkW',
    ],
    ['nothing once the rating is reached', { ...BOOKED, 'grid/activePowerkW': 1_000 }, 'import 0 rating'],
    ['what the rating leaves', { ...BOOKED, 'grid/activePowerkW': -950.5 }, 'export 49500 rating'],
    ['what a storage can still charge', { ...BOOKED, 'bess/activePowerkW': -380 }, 'import 120000 rating'],
    ['what a storage can still discharge', { ...BOOKED, 'bess/activePowerkW': 460 }, 'export 40000 rating'],
    [
      'the connection point alone where that is what is kept',
      { ...BOOKED, 'bess/activePowerkW': -380, 'grid/activePowerkW': 0 },
      'import 200000 grid/afrrImportBookingkW',
    ],
    [
      'the whole band where no setpoint says where in it the site is',
      { ...BOOKED, 'grid/lowerLimitkW': 10, 'grid/upperLimitkW': 40.001 },
      'import 30001 grid/upperLimitkW',
    ],
  ])('is %s', (_, values, expected) => {
    const direction = expected.startsWith('import') ? 'import' : 'export';
    const { watts, binds } = capacityOf(values, direction);
    expect(`${direction} ${watts} ${binds}`).toBe(expected);
  });

  it('is nothing where the booking is rejected, in that direction alone', () => {
    const rejected = new Set(['grid/afrrImportBookingkW', 'grid/upperLimitkW']);
    const rejecting = (direction: Direction) =>
      memberCapacity({ service: 'afrr', direction, values: BOOKED, ratings: RATINGS, rejected });
    expect(rejecting('import')).toEqual({ watts: 0, binds: 'rejected' });
    expect(rejecting('export')).toEqual({ watts: 100_000, binds: 'grid/afrrExportBookingkW' });
  });

  it.each<[string, Values, Direction, number, number]>([
    ['a full one charges no more', BOOKED, 'import', 100, 0],
    ['what is left lasts for a minute', BOOKED, 'import', 99, 60],
    ['a full one that discharges can do so less', { ...BOOKED, 'bess/activePowerkW': 70 }, 'import', 100, 70],
    ['an empty one that charges can do so less', { ...BOOKED, 'grid/activePowerkW': 30 }, 'export', 0, 30],
  ])('is what its storage can do: %s', (_, values, direction, storedPercent, kw) => {
    const storage = { capacityWh: 100_000, storedWh: storedPercent * 1_000 };
    expect(memberCapacity({ service: 'afrr', direction, values, ratings: RATINGS, storage }).watts).toBe(kw * 1_000);
  });

  it.each<[string, Values, Direction, number | undefined, number]>([
    ['another pool has ordered the same way', { ...BOOKED, 'grid/mfrrImportBookingkW': 50 }, 'import', 40_000, 20],
    [
      'the other service is activated',
      { ...BOOKED, 'grid/mfrrImportBookingkW': 25, 'grid/mfrrActivationkW': 25 },
      'import',
      undefined,
      35,
    ],
    ['it charges by its setpoint', { ...BOOKED, 'bess/activePowerkW': -45 }, 'import', undefined, 15],
  ])('leaves of its storage what is not used: %s', (_, values, direction, otherWatts, kw) => {
    const storage = { capacityWh: 100_000, storedWh: 99_000 };
    const asked = { service: 'afrr', direction, values, ratings: RATINGS, storage, otherWatts } as const;
    expect(memberCapacity(asked)).toEqual({ watts: kw * 1_000, binds: 'energy' });
  });

  it('is what solar can give less, where the storage is full', () => {
    const storage = { capacityWh: 100_000, storedWh: 100_000, solarWatts: 40_000 };
    const asked = { service: 'afrr', values: BOOKED, ratings: RATINGS, storage } as const;
    expect(memberCapacity({ ...asked, direction: 'import' })).toEqual({ watts: 40_000, binds: 'energy' });
  });

  it('is within what the devices can do where nothing is set', () => {
    const ratings = { ...RATINGS, grid: UNKNOWN_RATING };
    const values = { 'grid/afrrImportBookingkW': 4_000 };
    const asked = { service: 'afrr', direction: 'import', values } as const;
    expect(memberCapacity({ ...asked, ratings })).toEqual({ watts: 1_000_000, binds: 'rating' });
    const solar = { lower: 0, upper: 200 };
    expect(memberCapacity({ ...asked, ratings: { ...ratings, solar } }).watts).toBe(1_200_000);
  });

  it('is exact to the watt where doubles are not', () => {
    expect(capacityOf({ 'grid/afrrImportBookingkW': 0.1 + 0.2, 'grid/activePowerkW': 999.7 }).watts).toBe(300);
    expect(capacityOf({ 'grid/afrrImportBookingkW': 4.35 }).watts).toBe(4_350);
  });
});

describe('a ramp', () => {
  const capacity = { watts: 100_000, binds: 'grid/afrrImportBookingkW' as const };
  const ramp = { rampKwPerSecond: 5, at: 4_000 };

  it('lets a member come so far from its last order', () => {
    expect(withinRamp(capacity, 'import', { ...ramp, last: { watts: 30_000, at: 0 } })).toEqual({
      watts: 50_000,
      binds: 'ramp',
    });
  });

  it('bounds nobody who is known for none, nor beyond the capacity, nor backwards when a clock jumps', () => {
    const last = { watts: 90_000, at: 0 };
    expect(withinRamp(capacity, 'import', { ...ramp, rampKwPerSecond: null, last })).toEqual(capacity);
    expect(withinRamp(capacity, 'import', { ...ramp, last })).toEqual(capacity);
    expect(withinRamp(capacity, 'import', { ...ramp, at: -5_000, last })).toEqual({ watts: 90_000, binds: 'ramp' });
  });
});
