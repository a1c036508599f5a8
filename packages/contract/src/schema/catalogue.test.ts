import { describe, expect, it } from 'vitest';
import {
  ASSETS,
  CATALOGUE,
  COMMAND_TYPES,
  findPair,
  namesOfPair,
  ordinalOf,
  pairName,
  typesOfAsset,
} from './catalogue.ts';

// Written out once more, from the table of supported commands.
const SUPPORTED = `
  grid/upperLimitkW            kW  any
  grid/lowerLimitkW            kW  any
  grid/activePowerkW           kW  any
  grid/afrrImportBookingkW     kW  positive
  grid/afrrExportBookingkW     kW  positive
  grid/afrrActivationkW        kW  any
  grid/mfrrImportBookingkW     kW  positive
  grid/mfrrExportBookingkW     kW  positive
  grid/mfrrActivationkW        kW  any
  grid/fcrImportkW             kW  positive
  grid/fcrExportkW             kW  positive
  solar/solarCurtailmentPcnt   %   percent
  bess/activePowerkW           kW  any
  bess/optimalSocPcnt          %   percent`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

describe('the catalogue', () => {
  it('has the 14 pairs of the interface, with their ranges', () => {
    const rows = CATALOGUE.map((row) => [pairName(row), row.unit, rangeName(row.min, row.max)]);
    expect(rows).toEqual(SUPPORTED);
  });

  it('finds each pair at its place, and no other', () => {
    CATALOGUE.forEach((row, ordinal) => {
      const pair = pairName(row);
      expect(findPair(pair)).toEqual({ pair, row, ordinal });
      expect(namesOfPair(pair)).toEqual({ asset: row.asset, type: row.type });
      expect(ordinalOf(pair)).toBe(ordinal);
    });
    for (const name of ['wind/activePowerkW', 'bess/upperLimitkW', '__proto__/constructor', '/', '']) {
      expect(findPair(name)).toBeUndefined();
    }
  });

  it('knows what each asset takes', () => {
    for (const asset of ASSETS)
      expect(typesOfAsset(asset).map((type) => `${asset}/${type}`)).toEqual(
        SUPPORTED.flatMap(([pair = '']) => (pair.startsWith(`${asset}/`) ? [pair] : [])),
      );
    const types = new Set(SUPPORTED.map(([pair = '']) => pair.split('/')[1]));
    expect(new Set<string | undefined>(COMMAND_TYPES)).toEqual(types);
  });
});

function rangeName(min: number, max: number): string {
  if (min === 0) return max === 100 ? 'percent' : 'positive';
  return min === -Number.MAX_VALUE && max === Number.MAX_VALUE ? 'any' : `${min} to ${max}`;
}
