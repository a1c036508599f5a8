import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BeyondLimit, beyondLimit, isLimitExceeded } from './beyond-limit.ts';
import { limitsToKeep } from './limits-to-keep.ts';

const S = 1_000;
type Drawn = readonly [fromS: number, toS: number, kW: number, setAtS?: number];

function limits({ upper = [], lower = [] }: { upper?: Drawn[]; lower?: Drawn[] }, atS: number) {
  const facts = (drawn: readonly Drawn[]) =>
    drawn.map(([from, to, value, setAt = -1_000]) => ({
      startMs: from * S,
      endMs: to * S,
      value,
      firstVersion: 1,
      firstSetAt: setAt * S,
    }));
  return limitsToKeep({ upper: facts(upper), lower: facts(lower) }, atS * S);
}

describe('a limit', () => {
  it('is due once it was in force for half a minute', () => {
    const set = { upper: [[0, 100, 50]] as Drawn[] };
    const at = (second: number) => limits(set, second).upper;
    expect([at(-1), at(0), at(29), at(30), at(100)]).toEqual([
      { nowKw: null, dueKw: null },
      { nowKw: 50, dueKw: null },
      { nowKw: 50, dueKw: null },
      { nowKw: 50, dueKw: 50 },
      { nowKw: null, dueKw: null },
    ]);
  });

  it('is due half a minute after it was set, if that was after its start', () => {
    const set = { lower: [[0, 100, -20, 40]] as Drawn[] };
    expect([limits(set, 69).lower.dueKw, limits(set, 70).lower.dueKw]).toEqual([null, -20]);
  });

  it('that changes all the time is due as its loosest', () => {
    const steps = Array.from({ length: 60 }, (_, second): Drawn => [second, second + 1, second % 2 === 0 ? 50 : 70]);
    expect(limits({ upper: steps, lower: steps }, 40)).toMatchObject({ upper: { dueKw: 70 }, lower: { dueKw: 50 } });
  });

  it('holds until its next edge', () => {
    const set = { upper: [[0, 100, 50]] as Drawn[], lower: [[10, 200, -5]] as Drawn[] };
    expect([5, 20, 30, 50, 220, 300].map((second) => limits(set, second).untilMs)).toEqual([
      10 * S,
      30 * S,
      40 * S,
      100 * S,
      230 * S,
      null,
    ]);
  });
});

/** The instants of reports at which it is told, of those with these powers. */
function toldAt(set: Parameters<typeof limits>[0], reports: readonly (readonly [atS: number, kW: number])[]): number[] {
  let beyond: BeyondLimit | undefined;
  return reports.flatMap(([atS, powerKw]) => {
    const now = atS * S;
    const known = limits(set, atS);
    beyond = beyondLimit(beyond, known, { powerKw, now });
    return isLimitExceeded(beyond, known, now) ? [atS] : [];
  });
}

const UPPER: Drawn[] = [[0, 900, 50]];
const STEPS: Drawn[] = [[0, 100, 100], ...UPPER.map(([, to, kW]): Drawn => [100, to, kW])];

test.each<[string, Parameters<typeof toldAt>[0], string, number[]]>([
  ['beyond the upper limit', { upper: UPPER }, '1: 80, 31: 80, 61: 80', [31, 61]],
  ['below the lower limit', { lower: [[0, 900, -20]] }, '29: -75, 59: -75', [59]],
  ['for one report', { upper: UPPER }, '31: 80, 61: 50, 91: 80', []],
  ['by what meters differ', { upper: UPPER }, '31: 52.4, 61: 52.4, 91: 52.4', []],
  ['on two reports within a second', { upper: UPPER }, '40: 80, 41: 80, 42: 50', []],
  ['while there is no limit', {}, '0: 80, 30: 80, 60: 80', []],
  ['on one side and then on the other', { upper: UPPER, lower: [[0, 900, 0]] }, '40: 80, 70: -80', []],
  ['once a looser one is half a minute past', { upper: STEPS }, '101: 80, 125: 80, 131: 80', [131]],
  ['though the clock was set back meanwhile', { upper: UPPER }, '100: 80, 40: 80, 70: 80', [70]],
])('a connection point beyond a limit is reported: %s', (_, set, reports, told) => {
  const read = reports.split(', ').map((report) => report.split(': ').map(Number) as [number, number]);
  expect(toldAt(set, read)).toEqual(told);
});

test('what begins at any instant is reported within a minute by reports of half a minute', () => {
  for (let phaseS = 0; phaseS < 30; phaseS += 1) {
    const reports = Array.from({ length: 5 }, (_, index) => [phaseS + index * 30, 80] as const);
    expect(toldAt({ upper: [[0, 900, 50]] }, reports)[0]).toBeLessThan(60);
  }
});

test('whatever is set and measured, a limit that the meter shows broken for a minute is reported, and one that it shows kept is not', () => {
  const seconds = fc.integer({ min: 1, max: 240 });
  const drawnLimits = fc.array(
    fc.record({ gapS: fc.integer({ min: 0, max: 90 }), forS: seconds, kW: fc.integer({ min: 0, max: 100 }) }),
    { maxLength: 6 },
  );
  const powers = fc.array(fc.record({ forS: seconds, kW: fc.integer({ min: -60, max: 200 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(drawnLimits, powers, fc.integer({ min: 0, max: 29 }), (drawn, steps, phaseS) => {
      let atS = 0;
      const upper = drawn.map(({ gapS, forS, kW }): Drawn => {
        const from = atS + gapS;
        atS = from + forS;
        return [from, atS, kW];
      });
      const measured = steps.flatMap(({ forS, kW }) => Array.from({ length: forS }, () => kW));
      const isBroken = measured.map((kW, second) => {
        const limit = upper.find(([from, to]) => from <= second && second < to)?.[2];
        return limit !== undefined && kW > limit + Math.max(1, 0.05 * limit);
      });
      const told = new Set(
        toldAt(
          { upper },
          measured.flatMap((kW, second) => (second % 30 === phaseS ? [[second, kW] as const] : [])),
        ),
      );
      for (let second = 60; second < measured.length; second += 1) {
        const minute = Array.from({ length: 60 }, (_, index) => second - 59 + index);
        const isBrokenAll = minute.every((each) => isBroken[each]);
        // The loosest limit counts while it changes: it is broken too.
        const most = Math.max(
          ...upper.filter(([from, to]) => from <= second && to > second - 60).map(([, , kW]) => kW),
        );
        const isBeyondAll = minute.every((each) => (measured[each] ?? 0) > most + Math.max(1, 0.05 * most));
        if (isBrokenAll && isBeyondAll) expect(minute.some((each) => told.has(each))).toBe(true);
      }
      for (const second of told) expect(isBroken[second]).toBe(true);
    }),
  );
});
