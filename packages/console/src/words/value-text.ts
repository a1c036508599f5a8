import { findPair, pairName, type PairNames } from '@setpoint/contract';
import { percentText } from './percent-text.ts';
import { exactPowerText } from './power-text.ts';

/** The words for positive and negative power, by asset. */
const DIRECTIONS: Readonly<Record<string, readonly [string, string]>> = {
  grid: ['import', 'export'],
  bess: ['discharge', 'charge'],
};

/** A value of a pair in words, such as `250 kW import`. */
export function valueText(pair: PairNames, value: number): string {
  const row = findPair(pairName(pair))?.row;
  if (row?.unit === '%') return percentText(value);
  const directions = row !== undefined && row.min < 0 ? DIRECTIONS[pair.asset] : undefined;
  return directions === undefined ? exactPowerText(value) : directedText(value, directions);
}

/** The power of an asset in words: the direction is named, not signed. */
export function assetPowerText(asset: string, powerKw: number): string {
  const directions = DIRECTIONS[asset];
  return directions === undefined ? exactPowerText(powerKw) : directedText(powerKw, directions);
}

function directedText(value: number, [positive, negative]: readonly [string, string]): string {
  if (value === 0) return '0 kW';
  return `${exactPowerText(Math.abs(value))} ${value > 0 ? positive : negative}`;
}
