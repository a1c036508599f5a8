import { describe, expect, it } from 'vitest';
import { series } from '../testing/series.ts';
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

  it('leaves curtailment as it is', () => {
    expect(plan.solar.map(({ hi, issues }) => [hi, issues])).toEqual([[60, []]]);
  });
});
