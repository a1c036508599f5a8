import { describe, expect, it } from 'vitest';
import type { PoolId } from '@setpoint/contract';
import type { PoolOrder } from '../plan/lay-orders.ts';
import type { Ratings } from '../devices/rating.ts';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { judgeFollowing } from './judge-following.ts';
import type { Tolerance } from './tolerance.ts';
import { measuredSlots, type StoredMeans } from './measured-slots.ts';

const WIDE = { lower: -1_000, upper: 1_000 };
const RATINGS: Ratings = { grid: WIDE, bess: WIDE, solar: WIDE };
const TOLERANCE: Tolerance = { kw: 5, percent: 5, rampSeconds: 60 };
const MINUTE = 60_000;

interface Measured {
  readonly asset?: 'grid' | 'bess';
  readonly now?: string;
  /** What each minute of the day measured; undefined for nothing. */
  readonly minute?: (minute: number) => number | undefined;
  readonly orders?: readonly PoolOrder[];
  /** Quarters of an hour in place of minutes. */
  readonly quarters?: StoredMeans[];
}

function judged(picture: string, measured: Measured) {
  const { asset = 'grid', now = '02', minute = () => undefined, quarters = [], orders = [] } = measured;
  const minutes = Array.from({ length: 180 }, (_, index): StoredMeans[] => {
    const powerKw = minute(index);
    if (powerKw === undefined) return [];
    return [{ slotAt: clock('00') + index * MINUTE, minutes: 1, means: { [asset]: { powerKw: [2, powerKw] } } }];
  });
  const slots = measuredSlots([...minutes.flat(), ...quarters], asset);
  return judgeFollowing({
    commands: drawCommands(picture),
    orders,
    ratings: RATINGS,
    window: { fromMs: clock('00'), toMs: clock('03') },
    slots: { grid: [], bess: [], [asset]: slots },
    tolerances: { grid: TOLERANCE, bess: TOLERANCE },
    now: clock(now),
  });
}

function states(picture: string, measured: Measured): string {
  return judged(picture, measured)
    .map(({ state }) => state)
    .join(' ');
}

const HOUR = 'grid activePowerkW | 00-01 100';

describe('whether a setpoint was followed', () => {
  it('is told with the energy, the mean error and the share of time within tolerance', () => {
    const [entry] = judged(HOUR, { minute: (minute) => (minute < 30 ? 104 : 80) });
    expect(entry).toMatchObject({ asset: 'grid', state: 'deviating', judgedUntil: clock('01'), measuredShare: 1 });
    expect(entry?.plannedKwh).toBeCloseTo(100, 9);
    expect(entry?.measuredKwh).toBeCloseTo(92, 9);
    expect(entry?.meanErrorKw).toBeCloseTo(-8, 9);
    // The first minute is the ramp from what the site did on its own.
    expect(entry?.withinShare).toBeCloseTo(29 / 59, 9);
  });

  it.each<[string, (minute: number) => number | undefined, string]>([
    ['followed within 5 kW', () => 95, 'followed'],
    ['not followed beyond', () => 94.9, 'deviating'],
    ['unknown when less than four fifths were measured', (minute) => (minute < 47 ? 100 : undefined), 'unknown'],
    ['known when four fifths were', (minute) => (minute < 48 ? 100 : undefined), 'followed'],
  ])('is %s', (_fact, minute, state) => {
    expect(states(HOUR, { minute })).toBe(state);
  });

  it('allows for the ramp to another target, and for that alone', () => {
    const steps = 'grid activePowerkW | 00-00:15 100, 00:15-00:30 -100';
    const late = (by: number) => (minute: number) => (minute < 15 + by ? 100 : -100);
    expect(states(steps, { minute: late(1) })).toBe('followed followed');
    expect(states(steps, { minute: late(4) })).toBe('followed deviating');
  });

  it('is told of an entry that goes on as far as it has come, and of none that has not begun', () => {
    const picture = 'grid activePowerkW | 00-01 100, 01-02 50';
    const [entry, ...others] = judged(picture, { now: '00:30', minute: () => 100 });
    expect([entry?.state, entry?.judgedUntil, others]).toEqual(['followed', clock('00:30'), []]);
  });

  it('is measured against the plan, activations and limits included, and allows for frequency response', () => {
    const picture = `${HOUR}
      grid upperLimitkW        | 00-01 120
      grid afrrImportBookingkW | 00-01 50
      grid afrrActivationkW    | 00-01 50`;
    expect(states(picture, { minute: () => 120 })).toBe('followed followed');
    expect(states(picture, { minute: () => 100 })).toBe('deviating followed');
    expect(states(`${HOUR}\n grid fcrImportkW | 00-01 30`, { minute: () => 130 })).toBe('followed');
    expect(states(`${HOUR}\n grid fcrImportkW | 00-01 30`, { minute: () => 70 })).toBe('deviating');
  });

  it('of a storage is unknown while it serves the connection point', () => {
    const picture = 'bess activePowerkW | 00-01 40';
    expect(states(picture, { asset: 'bess', minute: () => 40 })).toBe('followed');
    const serving = judged(`${picture}\n${HOUR}`, { asset: 'bess', minute: () => 40 });
    expect(serving.map(({ asset, state }) => `${asset} ${state}`)).toEqual(['grid unknown', 'bess unknown']);
  });

  it('is told from quarters of an hour where minutes are gone, by the minutes that were measured', () => {
    const quarters = (bits: number) =>
      Array.from({ length: 4 }, (_, index): StoredMeans => {
        const slotAt = clock('00') + index * 15 * MINUTE;
        return { slotAt, minutes: 15, means: { grid: { powerKw: [30, 101, bits] } } };
      });
    expect(states(HOUR, { quarters: quarters(0b111_1111_1111_1111) })).toBe('followed');
    expect(states(HOUR, { quarters: quarters(0b1_1111) })).toBe('unknown');
  });
});

describe('whether a limit was kept', () => {
  const LIMIT = 'grid upperLimitkW | 00-01 50';

  it('is told as for a setpoint, with how far the time beyond it was off', () => {
    const [entry] = judged(LIMIT, { minute: (minute) => (minute < 45 ? 40 : 80) });
    expect(entry).toMatchObject({ asset: 'grid', type: 'upperLimitkW', state: 'deviating', plannedKwh: null });
    expect(entry).toMatchObject({ judgedFrom: clock('00'), judgedUntil: clock('01'), measuredShare: 1 });
    expect(entry?.measuredKwh).toBeCloseTo(50, 9);
    expect(entry?.meanErrorKw).toBeCloseTo(30, 9);
    // The first minute holds the half of one that a site has to keep it.
    expect(entry?.withinShare).toBeCloseTo(44 / 59, 9);
  });

  it.each<[string, string, (minute: number) => number | undefined, string]>([
    ['kept up to it, and by what meters differ', LIMIT, () => 52.4, 'followed'],
    ['not kept when it was beyond in one minute', LIMIT, (minute) => (minute === 30 ? 53 : 10), 'deviating'],
    ['not kept though little was measured', LIMIT, (minute) => (minute < 5 ? 80 : undefined), 'deviating'],
    ['kept when the minute of its beginning was beyond', LIMIT, (minute) => (minute === 0 ? 80 : 10), 'followed'],
    ['not kept below a lower one', 'grid lowerLimitkW | 00-01 -20', () => -75, 'deviating'],
    [
      'judged by the looser one in the minute of a change',
      'grid upperLimitkW | 00-01 50, 01-02 20',
      (minute) => (minute < 60 ? 50 : minute === 60 ? 35 : 20),
      'followed followed',
    ],
    [
      'not kept when it was beyond both in the minute of a change',
      'grid upperLimitkW | 00-01 50, 01-02 20',
      (minute) => (minute < 60 ? 50 : minute === 60 ? 80 : 20),
      'followed deviating',
    ],
  ])('is %s', (_fact, picture, minute, state) => {
    expect(states(picture, { minute })).toBe(state);
  });

  it('is told within the window of one that is in force for longer', () => {
    const commands = drawCommands('grid upperLimitkW | 00-23 50');
    const slots = measuredSlots(
      [0, 1, 2, 3].map((hour) => ({ slotAt: clock(`0${hour}`), minutes: 1, means: { grid: { powerKw: [2, 80] } } })),
      'grid',
    );
    const window = { fromMs: clock('02'), toMs: clock('02:01') };
    const input = { commands, ratings: RATINGS, window, slots: { grid: slots, bess: [] }, now: clock('02:01') };
    const [entry] = judgeFollowing({ ...input, tolerances: { grid: TOLERANCE, bess: TOLERANCE } });
    expect(entry).toMatchObject({ state: 'deviating', judgedFrom: clock('02'), judgedUntil: clock('02:01') });
    expect(entry?.entry).toEqual({ startMs: clock('00'), endMs: clock('23'), value: 50 });
  });
});

describe('a member of a pool', () => {
  const BOOKED = `grid activePowerkW | 00-01 100
    grid afrrImportBookingkW | 00-02 100
    grid afrrActivationkW | 00-02 10`;
  const order = (from: string, to: string, kw: number): PoolOrder => {
    const times = { at: clock(from), validUntil: clock(to) };
    return { poolId: 'north' as string as PoolId, service: 'afrr', sequence: 1, watts: kw * 1_000, ...times };
  };
  const asked = [order('00:10', '00:20', 60), order('00:20', '00:30', 80)];
  const orderedIn = (minute: number) => (minute < 10 || minute >= 30 ? 10 : minute < 20 ? 60 : 80);

  it.each<[string, (minute: number) => number, string]>([
    ['does what it was ordered, and after its end what is set', (minute) => 100 + orderedIn(minute), 'followed'],
    ['does what is set, without the orders', () => 110, 'deviating'],
    [
      'says yes and goes on past the end of its order',
      (minute) => 100 + (minute < 30 ? orderedIn(minute) : 80),
      'deviating',
    ],
    [
      'does it beyond its setpoint alone, where an order took the place of what is set',
      (minute) => 110 + orderedIn(minute),
      'deviating',
    ],
  ])('that %s is judged by its orders: %s', (_name, minute, state) => {
    expect(states(BOOKED, { minute, orders: asked })).toBe(state);
  });

  it('has supplied what is measured beyond the plan without orders, while there were some', () => {
    const [entry] = judged(BOOKED, { minute: (minute) => (minute < 30 ? 145 : 180), orders: asked });
    // (50 + 70) kW for a sixth of an hour each were asked beside the 10 that are set; 35 kW were given.
    expect(entry?.ordered?.orderedKwh).toBeCloseTo(20, 9);
    expect(entry?.ordered?.suppliedKwh).toBeCloseTo(35 / 3, 9);
    expect(judged(BOOKED, { minute: () => 110 })[0]).not.toHaveProperty('ordered');
  });
});
