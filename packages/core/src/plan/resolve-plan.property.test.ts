import fc from 'fast-check';
import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { Series } from '../time/series.ts';
import { type Plan, resolvePlan } from './resolve-plan.ts';
import { planAt } from './resolve-instant.ts';
import type { Segment } from './segment.ts';

const PAIRS = CATALOGUE.map(pairName);
const WINDOW = { fromMs: 4, toMs: 26 };

// Values are multiples of 4 kW, so that sums are exact and rounding cannot hide a difference.
function seriesOf(pair: PairName): fc.Arbitrary<Series> {
  const isPercent = pair.endsWith('Pcnt');
  const isSigned = !isPercent && !/Booking|fcr/.test(pair);
  const value = fc.integer({ min: isSigned ? -10 : 0, max: isPercent ? 4 : 10 }).map((n) => n * (isPercent ? 25 : 4));
  const stretch = fc.record({ gap: fc.nat(3), length: fc.integer({ min: 1, max: 9 }), value });
  return fc.array(stretch, { maxLength: 5 }).map((stretches) => {
    let endMs = 0;
    return stretches.map(({ gap, length, value: held }) => {
      const startMs = endMs + gap;
      endMs = startMs + length;
      return { startMs, endMs, value: held };
    });
  });
}

const commandsArbitrary = fc
  .tuple(...PAIRS.map((pair) => fc.option(seriesOf(pair), { nil: [] })))
  .map((all) => new Map<PairName, Series>(PAIRS.map((pair, index) => [pair, all[index] ?? []])));

const ratingArbitrary = fc.oneof(
  fc.constant({ lower: -Infinity, upper: Infinity }),
  fc
    .record({ lower: fc.integer({ min: -8, max: 0 }), upper: fc.integer({ min: 0, max: 8 }) })
    .map(({ lower, upper }) => ({
      lower: lower * 5,
      upper: upper * 5,
    })),
);
const ratingsArbitrary = fc.record({ grid: ratingArbitrary, bess: ratingArbitrary, solar: ratingArbitrary });
type Ratings = typeof ratingsArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** The rules once more, read for one instant by one who looks every value up and keeps no state. */
// oxlint-disable-next-line complexity -- one formula after the other, as they are written down
function naiveAt(commands: ReadonlyMap<PairName, Series>, ratings: Ratings, at: number) {
  const set = (pair: PairName) => commands.get(pair)?.find((one) => one.startMs <= at && at < one.endMs)?.value;
  const or0 = (pair: PairName) => set(pair) ?? 0;
  const between = (value: number, lo: number, hi: number) => (Math.max(lo, value) > hi ? hi : Math.max(lo, value));
  const { grid, bess, solar } = ratings;
  const hi = between(set('grid/upperLimitkW') ?? grid.upper, grid.lower, grid.upper);
  const lo = Math.min(hi, between(set('grid/lowerLimitkW') ?? grid.lower, grid.lower, grid.upper));
  const afrr = or0('grid/afrrActivationkW');
  const mfrr = or0('grid/mfrrActivationkW');
  const afrrGiven = between(afrr, -or0('grid/afrrExportBookingkW'), or0('grid/afrrImportBookingkW'));
  const mfrrGiven = between(mfrr, -or0('grid/mfrrExportBookingkW'), or0('grid/mfrrImportBookingkW'));
  const activation = 0 + afrrGiven + mfrrGiven;
  const reserveImport = or0('grid/afrrImportBookingkW') + or0('grid/mfrrImportBookingkW') + or0('grid/fcrImportkW');
  const reserveExport = or0('grid/afrrExportBookingkW') + or0('grid/mfrrExportBookingkW') + or0('grid/fcrExportkW');
  const setpoint = set('grid/activePowerkW');
  const base = setpoint === undefined ? undefined : between(setpoint, lo, hi);
  const storage = set('bess/activePowerkW');
  const upper = set('grid/upperLimitkW');
  const lower = set('grid/lowerLimitkW');
  const stored = storage === undefined || setpoint !== undefined ? undefined : storage - activation;
  return {
    target: base === undefined ? null : between(base + activation, lo, hi),
    offset: base === undefined ? activation : null,
    lo,
    hi,
    reserveImport,
    reserveExport,
    issues: {
      limits_crossed: upper !== undefined && lower !== undefined ? lower - upper : 0,
      setpoint_outside_rating:
        setpoint === undefined ? 0 : Math.abs(setpoint - between(setpoint, grid.lower, grid.upper)),
      setpoint_clamped: setpoint === undefined || base === undefined ? 0 : Math.abs(setpoint - base),
      headroom: base === undefined ? reserveImport + reserveExport - (hi - lo) : 0,
      headroom_import: base === undefined ? 0 : base + reserveImport - hi,
      headroom_export: base === undefined ? 0 : lo - base + reserveExport,
      afrr_activation_exceeds_booking: Math.abs(afrr - afrrGiven),
      mfrr_activation_exceeds_booking: Math.abs(mfrr - mfrrGiven),
    },
    bess: {
      target: stored === undefined ? null : between(stored, bess.lower, bess.upper),
      offset: setpoint === undefined && storage === undefined ? 0 - activation : null,
      optimalSocPercent: set('bess/optimalSocPcnt') ?? null,
      lo: finite(bess.lower),
      hi: finite(bess.upper),
      outsideBy: storage === undefined ? 0 : Math.abs(storage - between(storage, bess.lower, bess.upper)),
      isOverdetermined: storage !== undefined && setpoint !== undefined,
      clampedBy: stored === undefined ? 0 : Math.abs(stored - between(stored, bess.lower, bess.upper)),
    },
    solarHi:
      solar.upper === Infinity && or0('solar/solarCurtailmentPcnt') === 100
        ? 0
        : solar.upper * (1 - or0('solar/solarCurtailmentPcnt') / 100),
  };
}

function segmentAt<Held extends Segment>(segments: readonly Held[], at: number): Held {
  const found = segments.filter(({ from, to }) => from <= at && at < to);
  const [segment] = found;
  if (segment === undefined || found.length > 1) throw new Error(`${found.length} segments hold ${at}`);
  return segment;
}

function amounts(segment: Segment): Record<string, number | null> {
  return Object.fromEntries(segment.issues.map(({ code, amount }) => [code, amount]));
}

function finite(bound: number): number | null {
  return Math.abs(bound) === Infinity ? null : bound;
}

function plansOf(check: (plan: Plan, commands: Map<PairName, Series>, ratings: Ratings) => void) {
  const anyPlan = fc.property(commandsArbitrary, ratingsArbitrary, (commands, ratings) => {
    check(resolvePlan({ commands, ratings, window: WINDOW, stored: null }), commands, ratings);
  });
  fc.assert(anyPlan, { numRuns: 300 });
}

describe('any plan', () => {
  it('says for every instant what the rules say for that instant', () => {
    plansOf((plan, commands, ratings) => {
      for (let at = WINDOW.fromMs; at < WINDOW.toMs; at += 1) {
        const { issues, bess, solarHi, lo, hi, ...grid } = naiveAt(commands, ratings, at);
        const found = segmentAt(plan.grid, at);
        expect(found).toMatchObject({ ...grid, lo: finite(lo), hi: finite(hi) });
        expect(amounts(found)).toEqual(Object.fromEntries(Object.entries(issues).filter(([, amount]) => amount > 0)));
        const { isOverdetermined, clampedBy, outsideBy, ...storage } = bess;
        const stored = segmentAt(plan.bess, at);
        expect(stored).toMatchObject(storage);
        expect('overdetermined' in amounts(stored)).toBe(isOverdetermined);
        expect(amounts(stored)['setpoint_clamped'] ?? 0).toBe(clampedBy);
        expect(amounts(stored)['setpoint_outside_rating'] ?? 0).toBe(outsideBy);
        const solarLo = Math.min(ratings.solar.lower, solarHi);
        expect(segmentAt(plan.solar, at)).toMatchObject({ lo: finite(solarLo), hi: finite(solarHi) });
      }
    });
  });

  it('covers its window once, in order, without equal neighbours', () => {
    plansOf((plan) => {
      for (const segments of [plan.grid, plan.bess, plan.solar]) {
        expect(segments[0]?.from).toBe(WINDOW.fromMs);
        expect(segments.at(-1)?.to).toBe(WINDOW.toMs);
        segments.slice(1).forEach((next, index) => {
          const { from, to, ...held } = segments[index] ?? next;
          expect([next.from, next.to > next.from, from < to]).toEqual([to, true, true]);
          expect({ ...next, from: undefined, to: undefined }).not.toEqual({ ...held, from: undefined, to: undefined });
        });
      }
    });
  });

  it('is at each instant what a look-up of that instant gives', () => {
    plansOf((plan, commands, ratings) => {
      for (let at = WINDOW.fromMs; at < WINDOW.toMs; at += 1) {
        const { grid, bess, solar } = planAt(commands, ratings, at);
        expect(segmentAt(plan.grid, at)).toMatchObject(grid);
        expect(segmentAt(plan.bess, at)).toMatchObject(bess);
        expect(segmentAt(plan.solar, at)).toMatchObject(solar);
      }
    });
  });

  it('has reasons that add up to what they explain', () => {
    plansOf((plan) => {
      for (const { because, target, offset } of [...plan.grid, ...plan.bess]) {
        let sum = 0;
        for (const { delta, after } of because) {
          sum += delta;
          expect(after).toBe(sum);
        }
        if (because.length > 0 && (target ?? offset) !== null) expect(sum).toBe(target ?? offset);
      }
    });
  });
});
