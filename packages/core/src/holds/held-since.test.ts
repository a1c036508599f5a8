import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { heldSince, heldSiteState, mayRelease, type SiteHold } from './held-since.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import { series } from '../testing/series.ts';

const SITE: SiteHold = { asset: null, clientId: null, heldAt: 50 };
const BESS: SiteHold = { ...SITE, asset: 'bess' };
const OF_A: SiteHold = { ...SITE, clientId: 'a' };
const DAY = Date.UTC(2026, 5, 1);
const HOUR = 3_600_000;
const RATINGS = {
  grid: { lower: -1_000, upper: 1_000 },
  bess: { lower: -200, upper: 200 },
  solar: { lower: 0, upper: 100 },
};

function isHeld(hold: SiteHold, pair: PairName, clientId = 'a'): boolean {
  return heldSince([hold], { pair, clientId }) !== null;
}

describe('a hold', () => {
  it('of a site covers everything but limits and curtailment', () => {
    const left = CATALOGUE.map(pairName).filter((pair) => !isHeld(SITE, pair));
    expect(left).toEqual(['grid/upperLimitkW', 'grid/lowerLimitkW', 'solar/solarCurtailmentPcnt']);
  });

  it.each<[SiteHold, PairName, string, boolean]>([
    [BESS, 'bess/activePowerkW', 'a', true],
    [BESS, 'grid/activePowerkW', 'a', false],
    [OF_A, 'grid/activePowerkW', 'a', true],
    [OF_A, 'grid/activePowerkW', 'b', false],
    [OF_A, 'grid/upperLimitkW', 'a', false],
    [{ ...BESS, clientId: 'b' }, 'bess/activePowerkW', 'a', false],
  ])('%o over %s of %s: %s', (hold, pair, clientId, expected) => {
    expect(isHeld(hold, pair, clientId)).toBe(expected);
  });

  it('counts from the one that has lasted longest', () => {
    const command = { pair: 'bess/activePowerkW', clientId: 'a' } as const;
    expect(heldSince([{ ...BESS, heldAt: 70 }, SITE, { ...OF_A, clientId: 'b', heldAt: 10 }], command)).toBe(50);
    expect(heldSince([], command)).toBeNull();
  });

  it.each([
    ['confirmed', 7, true],
    ['confirmed', 8, true],
    // It was told before it was lost, and keeps to that.
    ['confirmed', 7, false],
    ['waiting', 6, true],
    ['waiting', null, true],
    ['not_stopped', 6, false],
    ['not_stopped', null, false],
  ])('that raised a site to 7 is %s there with %s applied, online: %s', (state, appliedVersion, isOnline) => {
    expect(heldSiteState({ heldVersion: 7, appliedVersion, isOnline })).toBe(state);
  });

  it('is released by its maker or by an operator', () => {
    expect(mayRelease({ madeBy: 'a' }, { clientId: 'a', isOperator: false })).toBe(true);
    expect(mayRelease({ madeBy: 'a' }, { clientId: 'b', isOperator: false })).toBe(false);
    expect(mayRelease({ madeBy: 'a' }, { clientId: 'b', isOperator: true })).toBe(true);
  });
});

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
