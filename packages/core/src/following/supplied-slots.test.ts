import type { PoolId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { Ratings } from '../devices/rating.ts';
import { clock, clockText, drawCommands } from '../../testing/draw-commands.ts';
import type { PoolOrder } from '../plan/lay-orders.ts';
import { slotsOver, suppliedSlots } from './supplied-slots.ts';

const WIDE = { lower: -1_000, upper: 1_000 };
const RATINGS: Ratings = { grid: WIDE, bess: WIDE, solar: WIDE };
const MINUTE = 60_000;
const [NORTH, SOUTH] = ['north' as string as PoolId, 'south' as string as PoolId];
const SET = `grid activePowerkW | 00-01 100
  grid afrrImportBookingkW | 00-01 100
  grid mfrrImportBookingkW | 00-01 100`;

/** `00:10-00:12 60`, of aFRR for the pool in the north unless said otherwise. */
function order(drawn: string, more: Partial<PoolOrder> = {}): PoolOrder {
  const [from = '', to = '', kW = ''] = drawn.split(/[- ]/);
  const times = { at: clock(from), validUntil: clock(to) };
  return { poolId: NORTH, service: 'afrr', sequence: 1, watts: Number(kW) * 1_000, ...times, ...more };
}

/** What each minute from 00:00 on measured; null for nothing. */
function supplied(orders: readonly PoolOrder[], minutes: readonly (number | null)[], picture = SET) {
  const slots = slotsOver({ fromMs: clock('00'), toMs: clock('00') + minutes.length * MINUTE }, KEPT);
  const measured = minutes.flatMap((powerKw, index) => {
    const fromMs = clock('00') + index * MINUTE;
    return powerKw === null ? [] : [{ fromMs, toMs: fromMs + MINUTE, powerKw, measuredMs: MINUTE }];
  });
  const input = { poolId: NORTH, orders, commands: drawCommands(picture), ratings: RATINGS, measured, slots };
  return suppliedSlots(input).map(({ fromMs, orderedKw, suppliedKw }) => [clockText(fromMs), orderedKw, suppliedKw]);
}

const KEPT = { minutesFrom: 0, now: clock('02') };

describe('what a member supplied', () => {
  it('is measured minus planned without the order, in each minute that an order reaches into', () => {
    expect(supplied([order('00:01-00:03 60')], [100, 155, 160, 100])).toEqual([
      ['00:01', 60, 55],
      ['00:02', 60, 60],
    ]);
  });

  it('is told beside the mean of the orders over the whole minute', () => {
    const halves = [order('00:00-00:00.5 60'), order('00:00.5-00:01 0', { watts: -20_000 })];
    expect(supplied(halves, [130, 100])).toEqual([['00', 20, 30]]);
    expect(supplied(halves.slice(0, 1), [130])).toEqual([['00', 30, 30]]);
  });

  it('is not known where nothing was measured, or nothing was planned', () => {
    const two = [order('00:00-00:02 60')];
    expect(supplied(two, [null, 160])).toEqual([
      ['00', 60, null],
      ['00:01', 60, 60],
    ]);
    expect(supplied(two, [160, 160], 'grid activePowerkW | 00:01-01 100').map(([, , kW]) => kW)).toEqual([null, 60]);
  });

  it('is none of what another pool asks for, and knows nothing of where that alone asks', () => {
    const other = order('00:00-00:02 30', { poolId: SOUTH, service: 'mfrr' });
    expect(supplied([order('00:00-00:01 60'), other], [190, 130])).toEqual([['00', 60, 60]]);
  });

  it('is what was asked for by the pool, also where a limit of the site lets through less', () => {
    expect(supplied([order('00:00-00:01 60')], [120], `${SET}\ngrid upperLimitkW | 00-01 120`)).toEqual([
      ['00', 60, 20],
    ]);
  });
});

describe('the slots of a window', () => {
  const drawn = (from: string, to: string, kept: { minutesFrom: number; now: number }) =>
    slotsOver({ fromMs: clock(from) + 1, toMs: clock(to) }, kept).map(
      ({ fromMs, toMs }) => `${clockText(fromMs)}-${clockText(toMs)}`,
    );

  it('are the minutes that lie in it and are over', () => {
    expect(drawn('00:00', '00:05', { minutesFrom: 0, now: clock('00:03') + 59_999 })).toEqual([
      '00:01-00:02',
      '00:02-00:03',
    ]);
  });

  it('are quarters of an hour up to the first of which all minutes are kept', () => {
    expect(drawn('00:00', '01:02', { minutesFrom: clock('00:31'), now: clock('01:01') })).toEqual([
      '00:15-00:30',
      '00:30-00:45',
      ...Array.from({ length: 14 }, (_, index) => `00:${45 + index}-00:${46 + index}`),
      '00:59-01',
      '01-01:01',
    ]);
  });
});
