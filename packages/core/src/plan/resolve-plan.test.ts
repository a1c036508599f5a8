import { describe, expect, it } from 'vitest';
import type { Rating, Ratings } from '../devices/rating.ts';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { resolvePlan } from './resolve-plan.ts';
import type { Segment } from './segment.ts';

const WIDE: Rating = { lower: -1_000, upper: 1_000 };
const RATINGS: Ratings = { grid: WIDE, bess: { lower: -500, upper: 500 }, solar: { lower: 0, upper: 200 } };

function planOf(picture: string, to = '01') {
  const window = { fromMs: clock('00'), toMs: clock(to) };
  return resolvePlan({ commands: drawCommands(picture), ratings: RATINGS, window, stored: null });
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
    expect(told(planOf(picture).grid[0])).toBe(reasons);
  });

  it('tell of the storage that it follows an activation, and its preference where the connection point decides', () => {
    const alone = planOf(`
      bess activePowerkW       | 00-01 -450
      grid afrrImportBookingkW | 00-01 100
      grid afrrActivationkW    | 00-01 100`);
    expect(told(alone.bess[0])).toBe('activePower -450 → -450; afrrActivation -100 → -550; rating +50 → -500');
    const served = planOf('bess activePowerkW | 00-01 40\n grid activePowerkW | 00-01 9');
    expect(told(served.bess[0])).toBe('activePower +40 → 40');
  });
});

describe('a plan', () => {
  it('counts 0.1 + 0.2 as 0.3', () => {
    const { grid } = planOf(`
      grid activePowerkW | 00-01 0.1
      grid upperLimitkW  | 00-01 0.3
      grid fcrImportkW   | 00-01 0.2`);
    expect(grid).toMatchObject([{ target: 0.1, hi: 0.3, issues: [] }]);
  });
});
