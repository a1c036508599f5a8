import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { fcrResponse } from './fcr-response.ts';
import { planAt, resolveInstant } from './resolve-instant.ts';

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
    [-10, 0],
    [10.1, 7.575],
    [-11, -4.4],
    [100, 75],
    [-100, -40],
    [200, 150],
    [-200, -80],
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

  it('adds the answer to the frequency to setpoint and activation', () => {
    expect(resolvedAt(morning, '01:30', { deviationMhz: 120 })).toMatchObject({ gridKw: 340, fcrKw: 90, bessKw: null });
  });

  it('keeps the limits whatever the frequency', () => {
    expect(resolvedAt(morning, '01:30', { deviationMhz: 400 }).gridKw).toBe(400);
  });

  it('works on the own baseline of the site where no setpoint is', () => {
    expect(resolvedAt(morning, '05', { baselineKw: 333 }).gridKw).toBe(333);
    expect(resolvedAt(morning, '05', { baselineKw: 444 }).gridKw).toBe(400);
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

  it('reads each entry from its start to just before its end', () => {
    const commands = drawCommands('grid activePowerkW | 01-02 1, 02-03 2');
    const target = (atMs: number) => planAt(commands, RATINGS, atMs).grid.target;
    expect(
      [clock('01') - 1, clock('01'), clock('02') - 1, clock('02'), clock('03') - 1, clock('03')].map(target),
    ).toEqual([null, 1, 1, 2, 2, null]);
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
