import { describe, expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { clock, clockText, drawCommands } from '../../testing/draw-commands.ts';
import { ENERGY_RULES } from './project-energy.ts';
import { resolvePlan } from './resolve-plan.ts';

const RATINGS = { grid: UNKNOWN_RATING, bess: { lower: -500, upper: 500 }, solar: UNKNOWN_RATING };

interface Store {
  readonly capacityKwh: number;
  readonly socPercent: number;
  readonly at?: string;
}

function planOf(picture: string, { capacityKwh, socPercent, at = '00' }: Store, energyRules = ENERGY_RULES) {
  const stored = { at: clock(at), capacityKwh, socPercent };
  const window = { fromMs: clock('00'), toMs: clock('08') };
  return resolvePlan({ commands: drawCommands(picture), ratings: RATINGS, window, stored, energyRules });
}

function outlookOf(picture: string, store: Store, rules = ENERGY_RULES): string {
  const { knownUntil, unknownBecause, violation } = planOf(picture, store, rules).energy;
  const { at, direction, missingKwh } = violation ?? {};
  if (at !== undefined) return `${clockText(at)} ${direction} ${missingKwh}`;
  return knownUntil === null
    ? `never: ${unknownBecause}`
    : `until ${clockText(knownUntil)} ${unknownBecause ?? ''}`.trim();
}

describe('the stored energy', () => {
  it.each<[string, string, Store, string]>([
    [
      'lasts where nothing asks for more than there is',
      `bess activePowerkW       | 00-08 0
       grid afrrExportBookingkW | 00-08 50
       grid afrrImportBookingkW | 00-08 50`,
      { capacityKwh: 100, socPercent: 50 },
      'until 08',
    ],
    [
      'falls short at once when a booking begins that it cannot back',
      `bess activePowerkW       | 00-08 0
       grid mfrrExportBookingkW | 03-08 60`,
      { capacityKwh: 100, socPercent: 50 },
      '03 export 10',
    ],
    [
      // 95 kW out take 100 kWh an hour: 500 kWh reach 200 after three hours and run on to 0 at five.
      'falls short between two changes, to the minute, where discharging crosses the need',
      `bess activePowerkW       | 00-05 95
       grid afrrExportBookingkW | 00-08 200`,
      { capacityKwh: 1_000, socPercent: 50 },
      '03 export 200',
    ],
    [
      // 100 kW in add 95 kWh an hour: 50 kWh of room last 31 min 34 s.
      'falls short of room where charging crosses the need',
      'bess activePowerkW | 00-01 -100',
      { capacityKwh: 100, socPercent: 50 },
      '00:31 import 45',
    ],
    [
      'is followed from the instant it was known, before the window or in it',
      'bess activePowerkW | 06-08 95',
      { capacityKwh: 100, socPercent: 50, at: '07' },
      '07:30 export 50',
    ],
    [
      'can be told only up to where the storage has no target',
      `bess activePowerkW | 00-04 10
       grid activePowerkW | 02-08 10`,
      { capacityKwh: 100, socPercent: 50 },
      'until 02 no_target',
    ],
  ])('%s', (...[, picture, store, outlook]) => {
    expect(outlookOf(picture, store)).toBe(outlook);
  });

  it('that nobody reported raises no issue, and the plan says so', () => {
    const window = { fromMs: clock('00'), toMs: clock('08') };
    const commands = drawCommands('grid afrrExportBookingkW | 00-08 1e6');
    const plan = resolvePlan({ commands, ratings: RATINGS, window, stored: null });
    expect(plan.energy).toEqual({ knownUntil: null, unknownBecause: 'nothing_reported', violation: null });
    expect(plan.bess.flatMap((segment) => segment.issues)).toEqual([]);
  });

  it('is measured by the hours and efficiencies of the operator', () => {
    const picture = `
      bess activePowerkW | 00-08 50
      grid fcrExportkW   | 00-08 100`;
    const rules = { chargingEfficiency: 1, dischargingEfficiency: 0.5, hours: { fcr: 1, afrr: 1, mfrr: 1 } };
    expect(outlookOf(picture, { capacityKwh: 1_000, socPercent: 50 }, rules)).toBe('04 export 400');
  });

  it('that falls short flags the one segment it happens in', () => {
    const { bess } = planOf('bess activePowerkW | 00-02 0, 02-04 95, 04-06 94', { capacityKwh: 100, socPercent: 50 });
    const flagged = bess.flatMap(({ from, issues }) => issues.map((issue) => ({ from: clockText(from), ...issue })));
    expect(flagged).toEqual([{ from: '02', code: 'energy', amount: 150, at: clock('02:30') + 1 }]);
  });

  it('that fell short before the window is flagged where the window begins', () => {
    const at = clock('00') - 7_200_000;
    const stored = { at, capacityKwh: 100, socPercent: 50 };
    const window = { fromMs: clock('00'), toMs: clock('08') };
    const commands = new Map([['grid/fcrExportkW', [{ startMs: at, endMs: clock('08'), value: 240 }]] as const]);
    const { bess } = resolvePlan({ commands, ratings: RATINGS, window, stored });
    expect(bess[0]?.issues).toEqual([{ code: 'energy', amount: 10, at }]);
  });

  it('falls short in the very millisecond that a step-by-step count finds', () => {
    const commands = new Map([['bess/activePowerkW', [{ startMs: 0, endMs: 5_000, value: 77.7 }]] as const]);
    const stored = { at: 0, capacityKwh: 0.1, socPercent: 33 };
    const plan = resolvePlan({ commands, ratings: RATINGS, window: { fromMs: 0, toMs: 5_000 }, stored });
    const energyAt = (ms: number) => 0.033 - (77.7 / 0.95) * (ms / 3_600_000);
    let first = 0;
    while (energyAt(first) >= 0) first += 1;
    expect(plan.energy.violation?.at).toBe(first);
  });
});
