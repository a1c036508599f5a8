import { describe, expect, it } from 'vitest';
import type { PairName } from '@setpoint/contract';
import type { Series } from '../time/series.ts';
import { series } from '../../testing/series.ts';
import { resolvePlan } from './resolve-plan.ts';

const DAY = Date.UTC(2026, 5, 1);
const HOUR = 3_600_000;
const RATINGS = {
  grid: { lower: -1_000, upper: 1_000 },
  bess: { lower: -200, upper: 200 },
  solar: { lower: 0, upper: 100 },
};

describe('a plan under a hold', () => {
  const commands = new Map([
    ['grid/activePowerkW', series('01-02: 300')],
    ['grid/upperLimitkW', series('00-04: 200')],
    ['solar/solarCurtailmentPcnt', series('00-04: 40')],
  ] as const);
  const window = { fromMs: DAY, toMs: DAY + 4 * HOUR };
  const plan = resolvePlan({
    commands,
    held: new Set(['grid/activePowerkW'] as const),
    ratings: RATINGS,
    window,
    stored: null,
  });

  it('has no target, keeps the limit, and says why', () => {
    expect(plan.grid.map(({ from, target, hi, issues }) => [(from - DAY) / HOUR, target, hi, issues])).toEqual([
      [0, null, 200, []],
      [1, null, 200, [{ code: 'held', amount: null }]],
      [2, null, 200, []],
    ]);
    expect(plan.grid[1]?.because).toEqual([{ source: 'hold', delta: 0, after: 0 }]);
  });

  it.each([
    ['FCR alone, beside a setpoint of the storage', 'grid/fcrImportkW', '01-02: 10', { bess: '01-02: 7' }, [7, []]],
    ['a booking that nothing calls', 'grid/afrrImportBookingkW', '01-02: 10', { bess: '01-02: 7' }, [7, []]],
    ['a setpoint, where nothing of the storage is set', 'grid/activePowerkW', '01-02: 9', {}, [null, []]],
    [
      'a setpoint that made its own a preference',
      'grid/activePowerkW',
      '01-02: 9',
      { bess: '01-02: 7' },
      [7, ['held']],
    ],
    [
      'an activation that moves it',
      'grid/afrrActivationkW',
      '01-02: 5',
      { bess: '01-02: 7', booked: true },
      [7, ['held']],
    ],
  ] as const)('marks the storage only where that changes what it does: %s', (_, pair, picture, other, expected) => {
    const booking = 'booked' in other ? ([['grid/afrrImportBookingkW', series('01-02: 10')]] as const) : [];
    const own = 'bess' in other ? ([['bess/activePowerkW', series(other.bess)]] as const) : [];
    const { bess, grid } = resolvePlan({
      commands: new Map<PairName, Series>([[pair, series(picture)], ...booking, ...own]),
      held: new Set([pair]),
      ratings: RATINGS,
      window: { fromMs: DAY + HOUR, toMs: DAY + 2 * HOUR },
      stored: null,
    });
    expect(bess.map(({ target, issues }) => [target, issues.map(({ code }) => code)])).toEqual([expected]);
    expect(grid[0]?.issues.map(({ code }) => code)).toContain('held');
  });
});
