import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { fcrResponse, resolveInstant } from './resolve-instant.ts';

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
