import fc from 'fast-check';
import { type PairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { Ratings } from '../devices/rating.ts';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import type { StoredEnergy } from '../plan/project-energy.ts';
import { type PlanInput, resolvePlan } from '../plan/resolve-plan.ts';
import type { Segment } from '../plan/segment.ts';
import { clock, clockText, drawCommands } from '../../testing/draw-commands.ts';
import type { Series } from '../time/series.ts';
import { type Headroom, HEADROOM_KINDS, type HeadroomKind } from './headroom-interval.ts';
import { resolveHeadroom } from './resolve-headroom.ts';

const WIDE = { lower: -1_000, upper: 1_000 };
const RATINGS: Ratings = { grid: WIDE, bess: { lower: -500, upper: 500 }, solar: { lower: 0, upper: 200 } };
const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

interface Asked {
  readonly ratings?: Ratings;
  readonly stored?: StoredEnergy | null;
  readonly stepMs?: number;
}

/** The first hours as `00 afrrImport=50 upperLimitkW`, with the kinds that are asked about. */
function shown(picture: string, kinds: readonly HeadroomKind[], asked: Asked = {}): string[] {
  const { ratings = RATINGS, stored = null, stepMs = HOUR } = asked;
  const window = { fromMs: clock('00'), toMs: clock('04') };
  const commands = drawCommands(picture);
  return resolveHeadroom({ commands, ratings, window, stored, stepMs }).map(({ from, headroom, isEnergyKnown }) => {
    const parts = kinds.map((kind) => {
      const found = headroom[kind];
      if (found === null) return `${kind}: no setpoint`;
      return `${kind}=${found.kw} ${found.binds.map((source) => source.replace(/^.*\//, '')).join('+')}`.trim();
    });
    return [clockText(from), ...parts, ...(isEnergyKnown ? ['known'] : [])].join(' ');
  });
}

describe('the headroom', () => {
  it('of a booking is what the limit leaves above the setpoint and what is booked', () => {
    const picture = `
      grid activePowerkW       | 00-02 100
      grid upperLimitkW        | 00-03 400
      grid afrrImportBookingkW | 00-01 200`;
    expect(shown(picture, ['afrrImport', 'fcrExport'])).toEqual([
      '00 afrrImport=100 upperLimitkW fcrExport=1100 rating',
      '01 afrrImport=300 upperLimitkW fcrExport=1100 rating',
      '02 afrrImport=1400 upperLimitkW+rating fcrExport=1400 upperLimitkW+rating',
      '03 afrrImport=2000 rating fcrExport=2000 rating',
    ]);
  });

  it('of a booking ends with the energy that backs it, a quarter of an hour of FCR and an hour of the others', () => {
    const stored = { at: clock('01'), capacityKwh: 100, socPercent: 60 };
    const picture = 'bess activePowerkW | 00-03 0';
    expect(shown(picture, ['fcrExport', 'afrrExport', 'mfrrImport'], { stored })).toEqual([
      '00 fcrExport=2000 rating afrrExport=2000 rating mfrrImport=2000 rating',
      '01 fcrExport=240 energy afrrExport=60 energy mfrrImport=40 energy known',
      '02 fcrExport=240 energy afrrExport=60 energy mfrrImport=40 energy known',
      '03 fcrExport=240 energy afrrExport=60 energy mfrrImport=40 energy',
    ]);
  });

  it('is none where what is set does not fit already, and unbounded where nothing bounds it', () => {
    const short = 'grid activePowerkW | 00-04 100\n grid upperLimitkW | 00-04 50';
    expect(shown(short, ['afrrImport', 'setpointUp'])[0]).toBe(
      '00 afrrImport=0 upperLimitkW setpointUp=0 upperLimitkW',
    );
    const ratings = { ...RATINGS, grid: UNKNOWN_RATING };
    expect(shown('', ['afrrImport'], { ratings })[0]).toBe('00 afrrImport=null');
  });

  it('of a booking ends where the storage can no longer follow the activation that more of it sets free', () => {
    const picture = `
      bess activePowerkW       | 00-04 -400
      grid afrrImportBookingkW | 00-04 50
      grid afrrActivationkW    | 01-02 300`;
    expect(shown(picture, ['afrrImport']).slice(0, 2)).toEqual([
      '00 afrrImport=1950 rating',
      '01 afrrImport=50 afrrActivationkW',
    ]);
  });

  it('of a booking ends where what the activation moves is missing, then or later', () => {
    const picture = `
      bess activePowerkW       | 00-04 0
      grid afrrImportBookingkW | 03-04 50
      grid afrrActivationkW    | 00-01 80`;
    const stored = { at: clock('00'), capacityKwh: 100, socPercent: 31 };
    // 20 kW put 19 kWh into a room of 69; the booking of 03 needs the other 50.
    expect(shown(picture, ['afrrImport'], { stored })).toEqual([
      '00 afrrImport=20 afrrActivationkW known',
      '01 afrrImport=69 energy known',
      '02 afrrImport=69 energy known',
      '03 afrrImport=19 energy known',
    ]);
  });

  it('is exact at the watt, where what backs it ends just below one and where it ends at one', () => {
    const picture = 'bess activePowerkW | 00-04 0';
    const below = { at: clock('00'), capacityKwh: 426.3392495, socPercent: 100 };
    expect(shown(picture, ['fcrExport'], { stored: below })[0]).toBe('00 fcrExport=1705.356 energy known');
    const at = { at: clock('00'), capacityKwh: 300.155, socPercent: 100 };
    const booked = `${picture}\n grid afrrExportBookingkW | 00-04 101`;
    expect(shown(booked, ['afrrExport'], { stored: at })[0]).toBe('00 afrrExport=199.155 energy known');
  });
});

const PAIR_OF: Readonly<Record<HeadroomKind, PairName>> = {
  afrrImport: 'grid/afrrImportBookingkW',
  afrrExport: 'grid/afrrExportBookingkW',
  mfrrImport: 'grid/mfrrImportBookingkW',
  mfrrExport: 'grid/mfrrExportBookingkW',
  fcrImport: 'grid/fcrImportkW',
  fcrExport: 'grid/fcrExportkW',
  setpointUp: 'grid/activePowerkW',
  setpointDown: 'grid/activePowerkW',
};

/** A series with so much more from one instant to another; a setpoint only where there is one. */
function raised(series: Series, [from, to]: readonly [number, number], kind: HeadroomKind, kw: number): Series {
  const isSetpoint = kind.startsWith('setpoint');
  const delta = kind === 'setpointDown' ? -kw : kw;
  const edges = new Set([from, to, ...series.flatMap(({ startMs, endMs }) => [startMs, endMs])]);
  const ordered = [...edges].sort((one, other) => one - other);
  return ordered.slice(0, -1).flatMap((startMs, index) => {
    const endMs = ordered[index + 1] ?? startMs;
    const held = series.find((one) => one.startMs <= startMs && startMs < one.endMs)?.value;
    const isInside = from <= startMs && startMs < to;
    if (held === undefined && (!isInside || isSetpoint)) return [];
    return [{ startMs, endMs, value: (held ?? 0) + (isInside ? delta : 0) }];
  });
}

/** Every issue at one instant by its amount; a clamp at the other side is another one. */
function issuesAt(segments: readonly Segment[], at: number, setpoint = 0): Map<string, number> {
  const segment = segments.find(({ from, to }) => from <= at && at < to);
  const side = setpoint > (segment?.hi ?? Number.POSITIVE_INFINITY) ? 'above' : 'below';
  return new Map(
    (segment?.issues ?? []).map(({ code, amount }) => [
      code.startsWith('setpoint') ? `${code} ${side}` : code,
      amount ?? 0,
    ]),
  );
}

/** Whether a plan has an issue that another has not, or more of it, looked at from both ends of every segment. */
function isWorse(plans: readonly PlanInput[]): boolean {
  const [before, after] = plans.map((input) => ({ plan: resolvePlan(input), input }));
  if (before === undefined || after === undefined) throw new Error('two plans are compared');
  if (before.plan.energy.violation === null && after.plan.energy.violation !== null) return true;
  const instants = [before, after].flatMap(({ plan }) => [...plan.grid, ...plan.bess].map(({ from }) => from));
  return instants.some((at) =>
    (['grid', 'bess'] as const).some((group) => {
      const found = [before, after].map(({ plan, input }) => {
        const series = input.commands.get(`${group}/activePowerkW`) ?? [];
        return issuesAt(plan[group], at, series.find(({ startMs, endMs }) => startMs <= at && at < endMs)?.value);
      });
      return [...(found[1] ?? [])].some(
        ([code, amount]) => code !== 'energy' && amount > (found[0]?.get(code) ?? 0) + 1e-9,
      );
    }),
  );
}

const SET: readonly PairName[] = [
  'grid/activePowerkW',
  'grid/upperLimitkW',
  'grid/lowerLimitkW',
  'grid/afrrImportBookingkW',
  'grid/afrrExportBookingkW',
  'grid/afrrActivationkW',
  'grid/mfrrImportBookingkW',
  'grid/fcrImportkW',
  'grid/fcrExportkW',
  'bess/activePowerkW',
];

function seriesArbitrary(pair: PairName): fc.Arbitrary<Series> {
  const min = /Booking|fcr/.test(pair) ? 0 : -400;
  const tenths = fc.integer({ min: min * 10, max: 4_000 }).map((value) => value / 10);
  const watts = fc.integer({ min: min * 1_000, max: 400_000 }).map((value) => value / 1_000);
  const stretch = fc.record({
    gap: fc.nat(2),
    length: fc.integer({ min: 1, max: 8 }),
    extraMs: fc.nat(3),
    value: fc.oneof(tenths, watts, fc.double({ min, max: 400, noNaN: true })),
  });
  return fc.array(stretch, { maxLength: 3 }).map((stretches) => {
    let endMs = 0;
    return stretches.map(({ gap, length, extraMs, value }) => {
      const startMs = endMs + gap * QUARTER;
      endMs = startMs + length * QUARTER + extraMs * 1_001;
      return { startMs, endMs, value };
    });
  });
}

const inputArbitrary = fc.record({
  commands: fc
    .tuple(...SET.map(seriesArbitrary))
    .map((all) => new Map<PairName, Series>(SET.map((pair, index) => [pair, all[index] ?? []]))),
  ratings: fc.constantFrom(
    RATINGS,
    { ...RATINGS, grid: UNKNOWN_RATING },
    { ...RATINGS, grid: { lower: -300, upper: 350.5 } },
  ),
  stored: fc.option(
    fc.record({
      at: fc.integer({ min: -4, max: 12 }).map((quarter) => quarter * QUARTER + 333),
      capacityKwh: fc.integer({ min: 100, max: 3_000 }),
      socPercent: fc.integer({ min: 0, max: 100 }),
    }),
    { nil: null },
  ),
});
const WINDOW = { fromMs: QUARTER, toMs: 9 * QUARTER };

// A plan shows only the first shortage of energy.
function boundOf({ kw, binds }: Headroom, isShort: boolean): 'energy' | 'limit' | 'none' | 'hidden' {
  if (kw === null) return 'none';
  if (!binds.some((source) => source === 'energy' || source.includes('Activation'))) return 'limit';
  return isShort ? 'hidden' : 'energy';
}

describe('any headroom', () => {
  it('fits exactly: no issue is new with it, and one is with a watt more', () => {
    const bound = { energy: 0, limit: 0, none: 0, hidden: 0 };
    fc.assert(
      fc.property(inputArbitrary, fc.constantFrom(...HEADROOM_KINDS), fc.nat(3), (drawn, kind, index) => {
        const input = { ...drawn, window: WINDOW };
        const interval = resolveHeadroom({ ...input, stepMs: 2 * QUARTER })[index];
        const found = interval?.headroom[kind];
        if (interval === undefined || found === undefined || found === null) return;
        const withMore = (kw: number): PlanInput => {
          const pair = PAIR_OF[kind];
          const series = raised(drawn.commands.get(pair) ?? [], [interval.from, interval.to], kind, kw);
          return { ...input, commands: new Map(drawn.commands).set(pair, series) };
        };
        expect(isWorse([input, withMore(found.kw ?? 1e6)])).toBe(false);
        const kindOfBound = boundOf(found, resolvePlan(input).energy.violation !== null);
        bound[kindOfBound] += 1;
        if (found.kw === null || kindOfBound === 'hidden') return;
        // A plan does not mind a milliwatt-hour; a quarter of this is more.
        expect(isWorse([input, withMore(found.kw + 0.00101)])).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    for (const count of Object.values(bound)) expect(count).toBeGreaterThan(15);
  });
});
