import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { heldSince, type SiteHold } from './held-since.ts';

const SITE: SiteHold = { asset: null, clientId: null, heldAt: 50 };
const BESS: SiteHold = { ...SITE, asset: 'bess' };
const OF_A: SiteHold = { ...SITE, clientId: 'a' };

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
});
