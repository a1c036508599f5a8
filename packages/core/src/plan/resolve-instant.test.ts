import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { fcrResponse } from './fcr-response.ts';
import { resolveInstant } from './resolve-instant.ts';

const RATINGS = { grid: { lower: -1_000, upper: 1_000 }, bess: { lower: -100, upper: 100 }, solar: UNKNOWN_RATING };

function resolvedAt(picture: string, at: string, conditions: { deviationMhz?: number; baselineKw?: number } = {}) {
  const { deviationMhz = 0, baselineKw = 0 } = conditions;
  return resolveInstant({
    commands: drawCommands(picture),
    ratings: RATINGS,
    atMs: clock(at),
    deviationMhz,
    baselineKw,
  });
}

describe('the frequency response', () => {
  it.each([
    [0, 0],
    [10, 0],
    [-11, -4.4],
    [-100, -40],
    [5_000, 150],
    [-5_000, -80],
  ])('at %d mHz from 50 Hz is %d kW of import', (deviationMhz, power) => {
    expect(fcrResponse(deviationMhz, { importKw: 150, exportKw: 80 })).toBeCloseTo(power, 9);
  });
});

describe('an instant', () => {
  const morning = `
    grid activePowerkW       | 00-04 100
    grid upperLimitkW        | 00-06 400
    grid afrrImportBookingkW | 00-04 200
    grid afrrActivationkW    | 01-02 150
    grid fcrImportkW         | 00-04 150
    grid fcrExportkW         | 00-04 150`;

  it.each([
    ['adds the answer to the frequency to setpoint and activation', '01:30', { deviationMhz: 120 }, 340],
    ['keeps the limits whatever the frequency', '01:30', { deviationMhz: 400 }, 400],
    ['works on the own baseline of the site where no setpoint is', '05', { baselineKw: 333 }, 333],
    ['keeps the limits whatever its baseline', '05', { baselineKw: 444 }, 400],
  ])('%s', (_fact, at, conditions, gridKw) => {
    expect(resolvedAt(morning, at, conditions)).toMatchObject({ gridKw, bessKw: null });
  });

  it('moves the storage against the connection point', () => {
    const picture = `
      bess activePowerkW | 00-04 20
      grid fcrImportkW   | 00-04 50
      grid fcrExportkW   | 00-04 200`;
    expect(resolvedAt(picture, '02', { deviationMhz: 200, baselineKw: 7 })).toMatchObject({ gridKw: 57, bessKw: -30 });
    expect(resolvedAt(picture, '02', { deviationMhz: -200, baselineKw: 7 })).toMatchObject({
      gridKw: -193,
      bessKw: 100,
    });
  });

  it('at exactly 50 Hz is the target of the plan', () => {
    const power = fc.double({ min: -2_000, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(power, power, power, (setpoint, limit, activation) => {
        const picture = `
          grid activePowerkW       | 00-04 ${setpoint}
          grid upperLimitkW        | 00-04 ${limit}
          grid fcrImportkW         | 00-04 500
          grid afrrImportBookingkW | 00-04 300
          grid afrrActivationkW    | 00-04 ${activation}`;
        const resolved = resolvedAt(picture, '02');
        expect(resolved.gridKw).toBe(resolved.grid.target);
      }),
    );
  });
});
