import { describe, expect, it } from 'vitest';
import { divideSignal, type MemberNow } from './divide-signal.ts';
import { goneMember } from './gone-member.ts';
import { UNKNOWN_RATING } from '../devices/rating.ts';

const ASKED = {
  at: 100_000,
  service: 'afrr',
  rule: 'proportional',
  enduranceMinutes: 60,
  watts: 90_000,
  wattsBefore: 90_000,
} as const;
const LAST = { watts: 30_000, at: 96_000, validUntil: 108_000 };

const present: MemberNow = {
  siteId: 'b',
  role: 'primary',
  rank: 0,
  rampKwPerSecond: null,
  values: { 'grid/afrrImportBookingkW': 80 },
  ratings: { grid: UNKNOWN_RATING, bess: UNKNOWN_RATING, solar: UNKNOWN_RATING },
  hindrance: null,
  isReachable: true,
  last: null,
};

describe('a site that left a pool and could not be told', () => {
  it('counts with its last order until that ends, and is asked for nothing', () => {
    const members = [goneMember('a', LAST), present];
    const { shares, shortfallWatts } = divideSignal(ASKED, members);
    expect(shares).toMatchObject([
      { watts: 0, follows: 30_000, because: 'offline' },
      { watts: 60_000, follows: 0 },
    ]);
    expect(shortfallWatts).toBe(0);
    expect(divideSignal({ ...ASKED, at: 108_000 }, members)).toMatchObject({
      shares: [{ follows: 0 }, { watts: 80_000 }],
      shortfallWatts: 10_000,
    });
  });

  it('counts with no more than it was seen to give', () => {
    const { shares } = divideSignal(ASKED, [goneMember('a', { ...LAST, suppliesWatts: 12_000 }), present]);
    expect(shares).toMatchObject([{ follows: 12_000 }, { watts: 78_000 }]);
  });

  it('does too much where less is asked than it follows', () => {
    expect(divideSignal({ ...ASKED, watts: 10_000 }, [goneMember('a', LAST), present])).toMatchObject({
      shares: [{ follows: 30_000 }, { watts: 0 }],
      surplusWatts: 20_000,
    });
  });
});
