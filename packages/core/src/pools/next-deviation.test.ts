import { describe, expect, it } from 'vitest';
import type { OrderFollowing } from '../following/judge-order.ts';
import { type KnownFollowing, nextDeviation, type SeenFollowing } from './next-deviation.ts';

const MINUTE = 60_000;
const NOW = 10 * MINUTE;
const SEEN = {
  now: NOW,
  reportedAt: NOW,
  orderWatts: 60_000,
  countedWatts: undefined,
  tolerance: { kw: 5, percent: 5, rampSeconds: 60 },
};

function judged(state: OrderFollowing['state'], suppliedKw: number | null, missedKw: number | null = null) {
  const missed = missedKw === null ? null : { kW: missedKw, mostKw: 60, doubtKw: 0 };
  return { state, suppliedKw, missed, because: state === 'unknown' ? ('not_measured' as const) : null };
}

/** What a row of reports changes, of a member that counts with so much at first. */
function changesOf(reports: readonly OrderFollowing[], rest: Partial<SeenFollowing> = {}) {
  let known: KnownFollowing | undefined;
  return reports.map((one, index) => {
    const reportedAt = NOW + index * 10_000;
    const next = nextDeviation(known, { ...SEEN, now: reportedAt, reportedAt, judged: one, ...rest });
    known = next.known;
    return next.change && [next.change.kind, next.change.suppliesWatts];
  });
}

const LAZY = judged('deviating', 0);

describe('a member under orders', () => {
  it('deviates once two reports in a row say so', () => {
    expect(changesOf([LAZY, LAZY])).toEqual([undefined, ['began', 0]]);
    expect(changesOf([LAZY, judged('underway', 30), LAZY])).toEqual([undefined, undefined, undefined]);
    expect(changesOf([LAZY, judged('unknown', null), LAZY])).toEqual([undefined, undefined, ['began', 0]]);
    const [well, none] = [judged('followed', 60), undefined];
    expect(changesOf([LAZY, well, LAZY, well, LAZY, well, LAZY, well])).toEqual(Array.from({ length: 8 }, () => none));
  });

  it('deviates once four of the last six reports say so', () => {
    const [late, well] = [judged('deviating', 0), judged('underway', 60)];
    const known: KnownFollowing = { reportedAt: NOW - 1, deviating: [true, true, false, true, false], knownAt: NOW };
    expect(nextDeviation(known, { ...SEEN, judged: late }).change?.kind).toBe('began');
    expect(nextDeviation(known, { ...SEEN, judged: well }).change).toBeUndefined();
  });

  it('is judged by each report once', () => {
    const first = nextDeviation(undefined, { ...SEEN, judged: LAZY });
    expect(nextDeviation(first.known, { ...SEEN, now: NOW + 1_000, judged: LAZY })).toEqual({
      known: first.known,
      change: undefined,
    });
  });

  it('follows again by one report that proves it', () => {
    const counted = { countedWatts: 0 };
    expect(changesOf([judged('followed', 60)], counted)).toEqual([['over', undefined]]);
    const small = { ...counted, orderWatts: 4_000 };
    expect(changesOf([judged('followed', 4)], small)).toEqual([undefined]);
    expect(changesOf([judged('followed', 4, 3)], small)).toEqual([undefined]);
    expect(changesOf([judged('followed', 4, 1)], small)).toEqual([['over', undefined]]);
    const inPart = { countedWatts: 15_000, orderWatts: 19_000 };
    expect(changesOf([judged('followed', 15, 4)], inPart)).toEqual([undefined]);
    expect(changesOf([judged('followed', 18, 1)], inPart)).toEqual([['over', undefined]]);
    expect(changesOf([judged('underway', 0)], counted)).toEqual([undefined]);
  });

  it('counts with another power once that differs by more than is tolerated', () => {
    const counted = { countedWatts: 20_000 };
    expect(changesOf([judged('deviating', 24)], counted)).toEqual([undefined]);
    expect(changesOf([judged('underway', 40)], counted)).toEqual([['gives', 40_000]]);
    expect(changesOf([judged('deviating', 90)], { countedWatts: 60_000 })).toEqual([['gives', 90_000]]);
    expect(changesOf([judged('deviating', -90)], { countedWatts: 0 })).toEqual([['gives', -90_000]]);
  });

  it('is tried again when nothing has been known of it for five minutes', () => {
    const seen = { ...SEEN, countedWatts: 0 };
    const { known } = nextDeviation(undefined, { ...seen, judged: LAZY });
    const later = (ms: number) =>
      nextDeviation(known, { ...seen, now: NOW + ms, reportedAt: NOW + ms, judged: judged('unknown', null) }).change;
    expect(later(5 * MINUTE - 1)).toBeUndefined();
    expect(later(5 * MINUTE)).toEqual({ kind: 'over', suppliesWatts: undefined });
  });
});
