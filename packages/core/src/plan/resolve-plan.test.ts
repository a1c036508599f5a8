import { describe, expect, it } from 'vitest';
import { seriesOf } from '../command-text/read-command.ts';
import { type Rating, type Ratings, ratingsOf, UNKNOWN_RATING } from '../devices/rating.ts';
import { unknownAssets } from '../devices/tree-to-groups.ts';
import { clock, clockText, drawCommands } from '../../testing/draw-commands.ts';
import { type Plan, resolvePlan } from './resolve-plan.ts';
import type { Segment } from './segment.ts';

const WIDE: Rating = { lower: -1_000, upper: 1_000 };
const RATINGS: Ratings = { grid: WIDE, bess: { lower: -500, upper: 500 }, solar: { lower: 0, upper: 200 } };

function planOf(picture: string, to: string, ratings: Ratings = RATINGS): Plan {
  const window = { fromMs: clock('00'), toMs: clock(to) };
  return resolvePlan({ commands: drawCommands(picture), ratings, window, stored: null });
}

/** `from-to target [lo,hi] import/export`, `~` before an offset, then each issue and its amount after `!`. */
function shown(segment: Segment): string {
  const { from, to, target, offset, lo, hi, reserveImport, reserveExport, issues } = segment;
  const power = target ?? (offset === null ? '-' : `~${offset}`);
  const reserves = reserveImport === null ? [] : [`${reserveImport}/${reserveExport}`];
  const flags = issues.map(({ code, amount }) => (amount === null ? `!${code}` : `!${code}=${amount}`));
  return [`${clockText(from)}-${clockText(to)}`, power, `[${lo},${hi}]`, ...reserves, ...flags].join(' ');
}

function told(segment: Segment | undefined): string {
  const steps = (segment?.because ?? []).map(({ source, delta, after }) => {
    const name = source.replace(/^.*\//, '').replace(/kW$|Pcnt$/, '');
    return `${name} ${delta > 0 ? '+' : ''}${delta} → ${after}`;
  });
  return steps.join('; ');
}

const BOOKED_MORNING = `
  grid activePowerkW       | 00-04 100
  grid upperLimitkW        | 00-06 400
  grid afrrImportBookingkW | 00-04 200
  grid afrrActivationkW    | 01-02 150
  grid fcrImportkW         | 00-04 150
  grid fcrExportkW         | 00-04 150`;

describe('the plan of the connection point', () => {
  it.each<[string, string, string, string[]]>([
    [
      'stacks an activation on a setpoint and flags the headroom that is missing',
      BOOKED_MORNING,
      '06',
      [
        '00-01 100 [-1000,400] 350/150 !headroom_import=50',
        '01-02 250 [-1000,400] 350/150 !headroom_import=50',
        '02-04 100 [-1000,400] 350/150 !headroom_import=50',
        '04-06 ~0 [-1000,400] 0/0',
      ],
    ],
    [
      'holds a setpoint to the limit before an activation moves it away',
      `grid activePowerkW       | 00-01 500
       grid upperLimitkW        | 00-01 400
       grid afrrExportBookingkW | 00-01 50
       grid afrrActivationkW    | 00-01 -50`,
      '01',
      ['00-01 350 [-1000,400] 0/50 !setpoint_clamped=100'],
    ],
    ['never moves a limit beyond the ratings', 'grid upperLimitkW | 00-01 -2000', '01', ['00-01 ~0 [-1000,-1000] 0/0']],
    [
      'lets the upper limit win where limits cross',
      `grid upperLimitkW  | 00-02 100
       grid lowerLimitkW  | 00-01 150
       grid activePowerkW | 00-02 120`,
      '02',
      [
        '00-01 100 [100,100] 0/0 !limits_crossed=50 !setpoint_clamped=20',
        '01-02 100 [-1000,100] 0/0 !setpoint_clamped=20',
      ],
    ],
    [
      'judges crossing before the ratings make it vanish',
      `grid upperLimitkW | 00-01 1200
       grid lowerLimitkW | 00-01 1500`,
      '01',
      ['00-01 ~0 [1000,1000] 0/0 !limits_crossed=300'],
    ],
    [
      'holds an activation to its booking, however large it is stored',
      `grid afrrImportBookingkW | 00-02 100, 02-03 0
       grid afrrActivationkW    | 00-04 300
       grid mfrrExportBookingkW | 00-01 20
       grid mfrrActivationkW    | 00-01 -30`,
      '04',
      [
        '00-01 ~80 [-1000,1000] 100/20 !afrr_activation_exceeds_booking=200 !mfrr_activation_exceeds_booking=10',
        '01-02 ~100 [-1000,1000] 100/0 !afrr_activation_exceeds_booking=200',
        '02-04 ~0 [-1000,1000] 0/0 !afrr_activation_exceeds_booking=300',
      ],
    ],
    [
      'flags reserves that no baseline could leave room for',
      `grid upperLimitkW | 00-01 100
       grid lowerLimitkW | 00-01 0
       grid fcrImportkW  | 00-01 60
       grid fcrExportkW  | 00-01 60`,
      '01',
      ['00-01 ~0 [0,100] 60/60 !headroom=20'],
    ],
    [
      'flags a setpoint beyond the ratings, and what is missing to export',
      `grid activePowerkW       | 00-01 -1100
       grid mfrrExportBookingkW | 00-01 30`,
      '01',
      ['00-01 -1000 [-1000,1000] 0/30 !setpoint_outside_rating=100 !setpoint_clamped=100 !headroom_export=30'],
    ],
    [
      'counts 0.1 + 0.2 as 0.3',
      `grid activePowerkW | 00-01 0.1
       grid upperLimitkW  | 00-01 0.3
       grid fcrImportkW   | 00-01 0.2`,
      '01',
      ['00-01 0.1 [-1000,0.3] 0.2/0'],
    ],
    [
      'joins what touches and is equal, and only that',
      'grid activePowerkW | 00-01 5, 01-02 5, 02-03 6, 03:15-04 6',
      '04',
      [
        '00-02 5 [-1000,1000] 0/0',
        '02-03 6 [-1000,1000] 0/0',
        '03-03:15 ~0 [-1000,1000] 0/0',
        '03:15-04 6 [-1000,1000] 0/0',
      ],
    ],
    ['is one free stretch where nothing is set', '', '05', ['00-05 ~0 [-1000,1000] 0/0']],
  ])('%s', (...[, picture, to, segments]) => {
    expect(planOf(picture, to).grid.map(shown)).toEqual(segments);
  });

  it('is unbounded where the ratings are unknown', () => {
    const plan = planOf('grid activePowerkW | 00-01 1e9', '02', ratingsOf(unknownAssets()));
    expect(plan.grid.map(shown)).toEqual(['00-01 1000000000 [null,null] 0/0', '01-02 ~0 [null,null] 0/0']);
  });

  it('has nothing in an empty window', () => {
    expect(planOf('grid activePowerkW | 00-01 5', '00').grid).toEqual([]);
  });
});

describe('the reasons for a target', () => {
  it.each<[string, string, string]>([
    ['tell of a limit that was kept', BOOKED_MORNING, 'activePower +100 → 100; upperLimit 0 → 100'],
    [
      'tell where the setpoint, then the activation went',
      `grid activePowerkW       | 00-01 500
       grid upperLimitkW        | 00-01 400
       grid afrrExportBookingkW | 00-01 50
       grid afrrActivationkW    | 00-01 -50`,
      'activePower +500 → 500; upperLimit -100 → 400; afrrActivation -50 → 350; upperLimit 0 → 350',
    ],
    [
      'tell of the booking that holds an activation, and of the rating',
      `grid activePowerkW       | 00-01 950
       grid upperLimitkW        | 00-01 5000
       grid mfrrImportBookingkW | 00-01 80
       grid mfrrActivationkW    | 00-01 100`,
      'activePower +950 → 950; mfrrActivation +100 → 1050; mfrrImportBooking -20 → 1030; rating -30 → 1000',
    ],
    [
      'tell of the lower limit',
      `grid activePowerkW | 00-01 -50
       grid lowerLimitkW  | 00-01 -20`,
      'activePower -50 → -50; lowerLimit +30 → -20',
    ],
    [
      'name a limit that equals the rating',
      `grid activePowerkW | 00-01 -1001
       grid upperLimitkW  | 00-01 1000
       grid lowerLimitkW  | 00-01 -1000`,
      'activePower -1001 → -1001; lowerLimit +1 → -1000; upperLimit 0 → -1000',
    ],
    [
      'begin at nothing where there is only an offset',
      `grid afrrImportBookingkW | 00-01 50
       grid mfrrExportBookingkW | 00-01 50
       grid afrrActivationkW    | 00-01 30
       grid mfrrActivationkW    | 00-01 -10`,
      'afrrActivation +30 → 30; mfrrActivation -10 → 20',
    ],
    ['are none where nothing is set', '', ''],
  ])('%s', (_fact, picture, reasons) => {
    expect(told(planOf(picture, '01').grid[0])).toBe(reasons);
  });

  it('of the worked activation can be read aloud', () => {
    const reasons = 'activePower +100 → 100; afrrActivation +150 → 250; upperLimit 0 → 250';
    expect(told(planOf(BOOKED_MORNING, '06').grid[1])).toBe(reasons);
  });
});

describe('the plan of the storage', () => {
  const activated = `
    grid afrrImportBookingkW | 00-02 100
    grid afrrActivationkW    | 01-02 100`;

  it.each<[string, string, string[]]>([
    [
      'charges for an activated import',
      `bess activePowerkW | 00-02 40${activated}`,
      ['00-01 40 [-500,500]', '01-02 -60 [-500,500]'],
    ],
    [
      'is held to its ratings',
      `bess activePowerkW | 00-02 -450${activated}`,
      ['00-01 -450 [-500,500]', '01-02 -500 [-500,500] !setpoint_clamped=50'],
    ],
    ['offsets its own mode when it has no setpoint', activated, ['00-01 ~0 [-500,500]', '01-02 ~-100 [-500,500]']],
    [
      'serves the connection point where that has a setpoint',
      `bess activePowerkW | 00-02 40
       grid activePowerkW | 01-02 10`,
      ['00-01 40 [-500,500]', '01-02 - [-500,500] !overdetermined'],
    ],
    [
      'flags a setpoint beyond its ratings',
      'bess activePowerkW | 00-02 600',
      ['00-02 500 [-500,500] !setpoint_outside_rating=100 !setpoint_clamped=100'],
    ],
  ])('%s', (_fact, picture, segments) => {
    expect(planOf(picture, '02').bess.map(shown)).toEqual(segments);
  });

  it('gives its reasons, and its preference where the connection point decides', () => {
    const alone = planOf(`bess activePowerkW | 00-02 -450${activated}`, '02').bess;
    expect(told(alone[1])).toBe('activePower -450 → -450; afrrActivation -100 → -550; rating +50 → -500');
    const served = planOf('bess activePowerkW | 00-02 40\n grid activePowerkW | 00-02 9', '02').bess;
    expect(told(served[0])).toBe('activePower +40 → 40');
  });

  it('names the state of charge that is wanted, while it is', () => {
    const { bess } = planOf('bess optimalSocPcnt | 01-03 80', '04');
    const wanted = bess.map((segment) => `${clockText(segment.from)} ${segment.optimalSocPercent}`);
    expect(wanted).toEqual(['00 null', '01 80', '03 null']);
  });
});

describe('the plan of solar', () => {
  const unknown = { ...RATINGS, solar: UNKNOWN_RATING };

  it.each<[string, Ratings, string, string[]]>([
    [
      'is curtailed in percent of its rating',
      RATINGS,
      'solar solarCurtailmentPcnt | 00-01 25, 01-02 100',
      ['00-01 - [0,150]', '01-02 - [0,0]', '02-03 - [0,200]'],
    ],
    [
      'is nothing when all is curtailed, whatever the rating',
      unknown,
      'solar solarCurtailmentPcnt | 00-03 100',
      ['00-03 - [null,0]'],
    ],
    ['is unbounded without a rating', unknown, 'solar solarCurtailmentPcnt | 00-03 50', ['00-03 - [null,null]']],
  ])('%s', (...[, ratings, picture, segments]) => {
    expect(planOf(picture, '03', ratings).solar.map(shown)).toEqual(segments);
  });
});

describe('a local day', () => {
  it.each([
    [23, '2030-03-31T00:00:00+01:00', '2030-04-01T00:00:00+02:00'],
    [25, '2030-10-27T00:00:00+02:00', '2030-10-28T00:00:00+01:00'],
  ])('of %i hours is planned to its end', (length, startAt, endAt) => {
    const text = JSON.stringify({ asset: 'grid', type: 'activePowerkW', entries: [{ startAt, endAt, value: 7 }] });
    const window = { fromMs: Date.parse(startAt), toMs: Date.parse(endAt) + 3_600_000 };
    const commands = new Map([['grid/activePowerkW', seriesOf(text)] as const]);
    const { grid } = resolvePlan({ commands, ratings: RATINGS, window, stored: null });
    expect(grid.map(({ from, to, target }) => [(to - from) / 3_600_000, target])).toEqual([
      [length, 7],
      [1, null],
    ]);
  });
});
