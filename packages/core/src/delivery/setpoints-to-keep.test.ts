import type { PairName } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { awayFromSetpoint, isSetpointMissed, type MissedSetpoint } from './missed-setpoint.ts';
import { setpointsToKeep } from './setpoints-to-keep.ts';

const SECOND = 1_000;
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const RATINGS = { grid: { lower: -400, upper: 400 }, bess: { lower: -100, upper: 100 }, solar: UNKNOWN_RATING };

type Drawn = readonly (readonly [fromSecond: number, toSecond: number, kW: number, setAtSecond?: number])[];

function keepAt(second: number, drawn: Partial<Record<PairName, Drawn>>) {
  const commands = new Map(
    Object.entries(drawn).map(([pair, entries]) => [
      pair as PairName,
      entries.map(([from, to, value, setAt = 0]) => ({
        startMs: from * SECOND,
        endMs: to * SECOND,
        value,
        firstVersion: 1,
        firstSetAt: setAt * SECOND,
      })),
    ]),
  );
  const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
  return setpointsToKeep({ commands, ratings: RATINGS, tolerances, now: second * SECOND });
}

const TURNED: Drawn = [
  [0, 900, -50],
  [900, 1_800, 80],
];

it('a setpoint is to be reached when the ramp from the one before is over', () => {
  expect(keepAt(910, { 'bess/activePowerkW': TURNED })).toEqual({
    assets: { bess: { targetKw: 80, now: { lowKw: 75, highKw: 85 }, due: { lowKw: -55, highKw: 85 } } },
    untilMs: 960 * SECOND,
  });
  expect(keepAt(960, { 'bess/activePowerkW': TURNED }).assets.bess?.due).toEqual({ lowKw: 75, highKw: 85 });
});

it('where there was no setpoint in the ramp, or it was set since, nothing is due', () => {
  expect(keepAt(30, { 'bess/activePowerkW': [[0, 900, 50]] }).assets.bess?.due).toBeNull();
  expect(keepAt(500, { 'bess/activePowerkW': [[0, 900, 50, 480]] }).assets.bess?.due).toBeNull();
  expect(keepAt(950, { 'bess/activePowerkW': [[0, 900, 50]] }).assets).toEqual({});
});

it('activations move the setpoint of the connection point, limits clip it, frequency response widens it', () => {
  const keep = (more: Partial<Record<PairName, Drawn>>) =>
    keepAt(500, { 'grid/activePowerkW': [[0, 900, 100]], ...more }).assets.grid?.due;
  const booked: Drawn = [[0, 900, 30]];
  expect(keep({ 'grid/afrrImportBookingkW': booked, 'grid/afrrActivationkW': [[0, 900, 20]] })).toEqual({
    lowKw: 114,
    highKw: 126,
  });
  expect(keep({ 'grid/upperLimitkW': [[0, 900, 60]] })).toEqual({ lowKw: 55, highKw: 65 });
  expect(keep({ 'grid/fcrImportkW': [[0, 900, 10]] })).toEqual({ lowKw: 95, highKw: 115 });
});

/** The instants at which reports, as `500: 80, 530: -50`, show a storage to have missed its setpoint. */
function missedAt(drawn: Drawn, reports: string) {
  let away: MissedSetpoint | undefined;
  return reports.split(', ').flatMap((report) => {
    const [second = 0, powerKw = 0] = report.split(': ').map(Number);
    const { bess } = keepAt(second, { 'bess/activePowerkW': drawn }).assets;
    if (bess === undefined) return [];
    away = awayFromSetpoint(away, bess, { asset: 'bess', powerKw, now: second * SECOND });
    return away !== undefined && isSetpointMissed(away, bess, second * SECOND) ? [second] : [];
  });
}

it('an activation has its full activation time, on from the one before; one that has ended has none', () => {
  const dueAt = (second: number, activation: Drawn, service: 'afrr' | 'mfrr' = 'afrr') =>
    keepAt(second, {
      'grid/activePowerkW': [[0, 9_000, 100]],
      [`grid/${service}ImportBookingkW`]: [[0, 9_000, 30]],
      [`grid/${service}ActivationkW`]: activation,
    }).assets.grid?.due;
  expect(dueAt(2_299, [[2_000, 3_000, 30]])).toEqual({ lowKw: 95, highKw: 136.5 });
  expect(dueAt(2_300, [[2_000, 3_000, 30]])).toEqual({ lowKw: 123.5, highKw: 136.5 });
  expect(
    dueAt(2_290, [
      [1_000, 2_000, 10],
      [2_000, 3_000, 30],
    ]),
  ).toEqual({ lowKw: 104.5, highKw: 136.5 });
  expect(dueAt(2_749, [[2_000, 3_000, 30]], 'mfrr')).toEqual({ lowKw: 95, highKw: 136.5 });
  expect(dueAt(2_061, [[1_000, 2_000, 30]])).toEqual({ lowKw: 95, highKw: 105 });
});

it.each<[string, Drawn, string, number[]]>([
  [
    'when reports show for 20 s that it is not reached, and it was due',
    TURNED,
    '870: -50, 885: -50, 900: -50, 915: -50, 930: -50, 945: -50, 960: -50, 975: -50',
    [960, 975],
  ],
  ['not by one report', [[0, 900, 80]], '500: 80, 530: -50, 560: 80, 590: -50', []],
  ['also where the clock was set back meanwhile', [[0, 900, 80]], '500: -50, 300: -50, 330: -50', [330]],
])('is missed %s', (_, drawn, reports, missed) => {
  expect(missedAt(drawn, reports)).toEqual(missed);
});
