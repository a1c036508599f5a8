import type { PairName } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import type { PoolOrder } from '../plan/lay-orders.ts';
import { expectedAt, type ExpectedOf } from './expected-at.ts';
import { type Away, judgePower } from './judge-power.ts';

const SECOND = 1_000;
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const RATED = { lower: -100, upper: 100 };
const RATINGS = { grid: { lower: -400, upper: 400 }, bess: RATED, solar: RATED };

type Drawn = readonly (readonly [fromSecond: number, toSecond: number, value: number])[];
type DrawnPairs = Partial<Record<PairName, Drawn>>;

/** What is expected at a second of a site on which this is set. */
function expectedWhere(drawn: DrawnPairs, more: Partial<ExpectedOf> = {}) {
  const commands = new Map(
    Object.entries(drawn).map(([pair, entries]) => [
      pair as PairName,
      entries.map(([from, to, value]) => ({ startMs: from * SECOND, endMs: to * SECOND, value })),
    ]),
  );
  const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
  const site = { commands, ratings: RATINGS, orders: [], limited: [], tolerances, ...more };
  return (second: number) => expectedAt(site, second * SECOND);
}

const TURNED: Drawn = [
  [0, 900, -50],
  [900, 1_800, 80],
];

const gridAt = (second: number, drawn: DrawnPairs, more = {}) =>
  expectedWhere(drawn, more)(second).find(({ asset }) => asset === 'grid');
const bessAt = (second: number, drawn: Drawn, more = {}) =>
  expectedWhere({ 'bess/activePowerkW': drawn }, more)(second)[0];

it('a setpoint is to be reached when the ramp from the one before is over', () => {
  expect(expectedWhere({ 'bess/activePowerkW': TURNED })(910)).toEqual([
    {
      asset: 'bess',
      what: 'setpoint',
      kW: 80,
      now: { lowKw: 75, highKw: 85 },
      due: { lowKw: -55, highKw: 85 },
    },
  ]);
  expect(bessAt(960, TURNED)?.due).toEqual({ lowKw: 75, highKw: 85 });
});

it('where there was no setpoint in the ramp, or it was set since, nothing is due', () => {
  expect(bessAt(30, [[0, 900, 50]])?.due).toBeNull();
  expect(bessAt(500, [[480, 900, 50]])?.due).toBeNull();
  expect(bessAt(950, [[0, 900, 50]])).toBeUndefined();
});

it('activations move the setpoint of the connection point, limits clip it, frequency response widens it', () => {
  const due = (more: DrawnPairs) => gridAt(500, { 'grid/activePowerkW': [[0, 900, 100]], ...more })?.due;
  const booked: Drawn = [[0, 900, 30]];
  expect(due({ 'grid/afrrImportBookingkW': booked, 'grid/afrrActivationkW': [[0, 900, 20]] })).toEqual({
    lowKw: 114,
    highKw: 126,
  });
  expect(due({ 'grid/upperLimitkW': [[0, 900, 60]] })).toEqual({ lowKw: 55, highKw: 65 });
  expect(due({ 'grid/fcrImportkW': [[0, 900, 10]] })).toEqual({ lowKw: 95, highKw: 115 });
  expect(due({ 'grid/fcrExportkW': [[0, 900, 10]] })).toEqual({ lowKw: 85, highKw: 105 });
});

it('an activation has its full activation time, on from the one before; one that has ended has none', () => {
  const dueAt = (second: number, activation: Drawn, service: 'afrr' | 'mfrr' = 'afrr') =>
    gridAt(second, {
      'grid/activePowerkW': [[0, 9_000, 100]],
      [`grid/${service}ImportBookingkW`]: [[0, 9_000, 30]],
      [`grid/${service}ActivationkW`]: activation,
    })?.due;
  expect(dueAt(2_299, [[2_000, 3_000, 30]])).toEqual({ lowKw: 95, highKw: 136.5 });
  expect(dueAt(2_300, [[2_000, 3_000, 30]])).toEqual({ lowKw: 123.5, highKw: 136.5 });
  expect(
    dueAt(2_290, [
      [1_000, 2_000, 10],
      [2_000, 3_000, 30],
    ]),
  ).toEqual({ lowKw: 104.5, highKw: 136.5 });
  expect(
    dueAt(3_400, [
      [1_000, 2_000, 10],
      [3_000, 9_000, 30],
    ]),
  ).toEqual({ lowKw: 123.5, highKw: 136.5 });
  expect(dueAt(2_749, [[2_000, 3_000, 30]], 'mfrr')).toEqual({ lowKw: 95, highKw: 136.5 });
  expect(dueAt(2_061, [[1_000, 2_000, 30]])).toEqual({ lowKw: 95, highKw: 105 });
});

it('an order takes the place of what is set and has a ramp, one for nothing too', () => {
  const set: DrawnPairs = {
    'grid/activePowerkW': [[0, 9_000, 100]],
    'grid/afrrImportBookingkW': [[0, 9_000, 30]],
    'grid/afrrActivationkW': [[800, 9_000, 30]],
  };
  const order = (from: number, watts: number) =>
    ({ service: 'afrr', watts, at: from * SECOND, validUntil: 9_000 * SECOND }) as PoolOrder;
  expect(gridAt(1_000, set, { orders: [order(990, 0)] })).toMatchObject({ kW: 100, due: { lowKw: 95, highKw: 136.5 } });
  expect(gridAt(1_000, set, { orders: [order(900, 0)] })?.due).toEqual({ lowKw: 95, highKw: 105 });
  expect(gridAt(1_000, set, { orders: [order(900, 20_000)] })?.due).toEqual({ lowKw: 114, highKw: 126 });
  expect(gridAt(1_000, set, { orders: null })).toBeUndefined();
});

it('what the controller says that it gives in part widens what is right as far as that, and no further', () => {
  const said = (kW: number) => ({ limited: [{ asset: 'bess', type: 'activePowerkW', kW }] });
  expect(bessAt(500, [[0, 900, 80]], said(20))).toMatchObject({
    now: { lowKw: 75, highKw: 85 },
    due: { lowKw: 15, highKw: 85 },
  });
  expect(bessAt(500, [[0, 900, 80]], said(80))?.due).toEqual({ lowKw: 75, highKw: 85 });
  const ofGrid = { limited: [{ asset: 'grid', type: 'activePowerkW', kW: 20 }] };
  expect(bessAt(500, [[0, 900, 80]], ofGrid)?.due).toEqual({ lowKw: 75, highKw: 85 });
});

it('a storage that is to come to a state of charge moves towards it within a quarter of an hour', () => {
  const at = (second: number, socPcnt: number, limited: ExpectedOf['limited'] = []) =>
    expectedWhere({}, { charge: { wantedPcnt: 80, socPcnt, sinceMs: 0 }, limited })(second);
  expect(at(899, 20)).toMatchObject([{ asset: 'bess', what: 'charge', due: null }]);
  expect(at(900, 20)).toMatchObject([{ due: { highKw: -1 } }]);
  expect(at(900, 74)).toMatchObject([{ due: { highKw: -1 } }]);
  expect(at(900, 95)).toMatchObject([{ due: { lowKw: 1 } }]);
  expect([at(900, 76), at(900, 84), at(900, 20, [{ asset: 'bess', type: 'optimalSocPcnt', kW: 0 }])]).toEqual([
    [],
    [],
    [],
  ]);
});

it.each(['grid/upperLimitkW', 'grid/lowerLimitkW', 'grid/fcrImportkW', 'grid/fcrExportkW'] as const)(
  'beside %s, a storage may have no power left to move its charge with',
  (pair) => {
    const charge = { wantedPcnt: 80, socPcnt: 20, sinceMs: 0 };
    const found = expectedWhere({ [pair]: [[0, 2_000, 50]] }, { charge })(1_000);
    expect(found.filter(({ what }) => what === 'charge')).toEqual([]);
  },
);

it('a limit is due once it was in force for half a minute', () => {
  const at = expectedWhere({ 'grid/upperLimitkW': [[0, 100, 40]] });
  const [now, none] = [{ lowKw: Number.NEGATIVE_INFINITY, highKw: 42 }, null];
  expect([-1, 0, 29, 30, 100].map((second) => at(second)[0])).toEqual([
    undefined,
    { asset: 'grid', what: 'upper', kW: 40, now, due: none },
    { asset: 'grid', what: 'upper', kW: 40, now, due: none },
    { asset: 'grid', what: 'upper', kW: 40, now, due: now },
    undefined,
  ]);
});

it('a limit that changes all the time is due as its loosest', () => {
  const steps = Array.from({ length: 60 }, (_, second) => [second, second + 1, second % 2 === 0 ? 40 : 60] as const);
  const [upper, lower] = expectedWhere({ 'grid/upperLimitkW': steps, 'grid/lowerLimitkW': steps })(40);
  expect([upper?.due?.highKw, lower?.due?.lowKw]).toEqual([63, 38]);
});

it('solar that is curtailed has an upper limit, if its rating is known', () => {
  const curtailed = { 'solar/solarCurtailmentPcnt': [[0, 900, 60]] } as const;
  expect(expectedWhere(curtailed)(500)).toMatchObject([{ asset: 'solar', what: 'upper', kW: 40, due: { highKw: 42 } }]);
  expect(expectedWhere(curtailed, { ratings: { ...RATINGS, solar: UNKNOWN_RATING } })(500)).toEqual([]);
});

/** The seconds of reports, as `500: 80, 530: -50`, that show a fault. */
function toldAt(drawn: DrawnPairs, reports: string | readonly (readonly [second: number, kW: number])[]): number[] {
  const read = typeof reports !== 'string' ? reports : reports.split(', ').map((one) => one.split(': ').map(Number));
  let away: readonly Away[] = [];
  return read.flatMap(([second = 0, powerKw = 0]) => {
    const expected = expectedWhere(drawn)(second);
    const judged = judgePower(away, expected, {
      now: second * SECOND,
      powerOf: () => powerKw,
      isRejected: () => false,
    });
    away = judged.away;
    return judged.faults.length > 0 ? [second] : [];
  });
}

const setpoint = (drawn: Drawn): DrawnPairs => ({ 'bess/activePowerkW': drawn });
const upper = (drawn: Drawn): DrawnPairs => ({ 'grid/upperLimitkW': drawn });
const LIMIT: Drawn = [[0, 900, 50]];
const STEPS: Drawn = [
  [0, 100, 100],
  [100, 900, 50],
];

test.each<[string, DrawnPairs, string, number[]]>([
  [
    'a setpoint, when reports show for 20 s that it is not reached, and it was due',
    setpoint(TURNED),
    '870: -50, 885: -50, 900: -50, 915: -50, 930: -50, 945: -50, 960: -50, 975: -50',
    [960, 975],
  ],
  [
    'a setpoint, not by every other report',
    setpoint(LIMIT),
    '500: -50, 530: 50, 560: -50, 590: 50, 620: -50, 650: 50, 680: -50',
    [],
  ],
  [
    'a setpoint that is kept in one report of three',
    setpoint(LIMIT),
    '500: -50, 510: -50, 520: 50, 530: -50, 540: -50, 550: 50, 560: -50, 570: -50',
    [540, 560, 570],
  ],
  ['a setpoint, not by reports in quick succession', setpoint(LIMIT), '500: -50, 501: -50, 502: -50, 503: -50', []],
  ['a setpoint, also where the clock was set back meanwhile', setpoint(LIMIT), '500: -50, 300: -50, 330: -50', [330]],
  ['an upper limit', upper(LIMIT), '1: 80, 31: 80, 61: 80', [31, 61]],
  ['a lower limit', { 'grid/lowerLimitkW': [[0, 900, -20]] }, '29: -75, 59: -75', [59]],
  ['a limit, not by one report', upper(LIMIT), '31: 80, 61: 50, 91: 80', []],
  ['a limit, not by what meters differ', upper(LIMIT), '31: 52.4, 61: 52.4, 91: 52.4', []],
  ['a limit, not by a kilowatt', upper([[0, 900, 0]]), '31: 0.9, 61: 0.9, 91: 0.9', []],
  ['a limit, by more than a kilowatt', upper([[0, 900, 0]]), '31: 1.5, 61: 1.5, 91: 1.5', [61, 91]],
  ['a limit, not by two reports within a second', upper(LIMIT), '40: 80, 41: 80, 42: 50', []],
  ['nothing where nothing is set', {}, '0: 80, 30: 80, 60: 80', []],
  [
    'a limit, not by a report on each side',
    { ...upper(LIMIT), 'grid/lowerLimitkW': [[0, 900, 0]] },
    '40: 80, 70: -80',
    [],
  ],
  ['a limit, once a looser one is half a minute past', upper(STEPS), '101: 80, 125: 80, 131: 80', [131]],
])('reports show a fault of %s', (_, drawn, reports, told) => {
  expect(toldAt(drawn, reports)).toEqual(told);
});

test('what the controller rejects excuses no limit, and what one asset does no other', () => {
  const [limit] = expectedWhere(upper(LIMIT))(100);
  const [missed] = expectedWhere(setpoint(LIMIT))(100);
  const report = { now: 100 * SECOND, powerOf: () => 80, isRejected: () => true };
  const before = { what: 'upper', kW: 50, powerKw: 80, since: 50 * SECOND, seen: [] } as const;
  const faultsOf = (asset: 'grid' | 'solar') =>
    judgePower([{ ...before, asset }], [limit ?? expect.unreachable(), missed ?? expect.unreachable()], report).faults;
  expect(faultsOf('grid')).toMatchObject([{ asset: 'grid', what: 'upper' }]);
  expect(faultsOf('solar')).toEqual([]);
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
      const limits = drawn.map(({ gapS, forS, kW }): Drawn[number] => {
        const from = atS + gapS;
        atS = from + forS;
        return [from, atS, kW];
      });
      const measured = steps.flatMap(({ forS, kW }) => Array.from({ length: forS }, () => kW));
      const isBroken = measured.map((kW, second) => {
        const limit = limits.find(([from, to]) => from <= second && second < to)?.[2];
        return limit !== undefined && kW > limit + Math.max(1, 0.05 * limit);
      });
      const told = new Set(
        toldAt(
          upper(limits),
          measured.flatMap((kW, second) => (second % 30 === phaseS ? [[second, kW] as const] : [])),
        ),
      );
      for (let second = 60; second < measured.length; second += 1) {
        const minute = Array.from({ length: 60 }, (_, index) => second - 59 + index);
        const isBrokenAll = minute.every((each) => isBroken[each]);
        // The loosest limit counts while it changes: it is broken too.
        const most = Math.max(
          ...limits.filter(([from, to]) => from <= second && to > second - 60).map(([, , kW]) => kW),
        );
        const isBeyondAll = minute.every((each) => (measured[each] ?? 0) > most + Math.max(1, 0.05 * most));
        if (isBrokenAll && isBeyondAll) expect(minute.some((each) => told.has(each))).toBe(true);
      }
      for (const second of told) expect(isBroken[second]).toBe(true);
    }),
  );
});
