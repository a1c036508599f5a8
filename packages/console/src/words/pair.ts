import { findCatalogueRow } from '@setpoint/contract';
import { exactPowerText, percentText } from './power-text.ts';

const LABELS: Readonly<Record<string, string>> = {
  'grid/upperLimitkW': 'Grid upper limit',
  'grid/lowerLimitkW': 'Grid lower limit',
  'grid/activePowerkW': 'Grid setpoint',
  'grid/afrrImportBookingkW': 'aFRR import booking',
  'grid/afrrExportBookingkW': 'aFRR export booking',
  'grid/afrrActivationkW': 'aFRR activation',
  'grid/mfrrImportBookingkW': 'mFRR import booking',
  'grid/mfrrExportBookingkW': 'mFRR export booking',
  'grid/mfrrActivationkW': 'mFRR activation',
  'grid/fcrImportkW': 'FCR import',
  'grid/fcrExportkW': 'FCR export',
  'solar/solarCurtailmentPcnt': 'Solar curtailment',
  'bess/activePowerkW': 'Battery setpoint',
  'bess/optimalSocPcnt': 'Battery target charge',
};

const ASSET_LABELS: Readonly<Record<string, string>> = {
  grid: 'Grid',
  bess: 'Battery',
  solar: 'Solar',
  wind: 'Wind',
  load: 'Load',
  ev: 'EV charging',
  heatpump: 'Heat pump',
  genset: 'Genset',
};

/** What the sign of a power says, by asset: the word for positive and the word for negative. */
const DIRECTIONS: Readonly<Record<string, readonly [string, string]>> = {
  grid: ['import', 'export'],
  bess: ['discharge', 'charge'],
};

export interface Pair {
  readonly asset: string;
  readonly type: string;
}

export function pairName({ asset, type }: Pair): string {
  return `${asset}/${type}`;
}

export function pairLabel(pair: Pair): string {
  const name = pairName(pair);
  return LABELS[name] ?? name;
}

export function assetLabel(asset: string): string {
  return ASSET_LABELS[asset] ?? asset;
}

/** A value of a pair in words, such as `250 kW import`. */
export function valueText(pair: Pair, value: number): string {
  const row = findCatalogueRow(pair.asset, pair.type)?.row;
  if (row?.unit === '%') return percentText(value);
  const directions = row !== undefined && row.min < 0 ? DIRECTIONS[pair.asset] : undefined;
  return directions === undefined ? exactPowerText(value) : directedText(value, directions);
}

/** A power at an asset in words: its direction is named, not signed. */
export function assetPowerText(asset: string, powerKw: number): string {
  const directions = DIRECTIONS[asset];
  return directions === undefined ? exactPowerText(powerKw) : directedText(powerKw, directions);
}

function directedText(value: number, [positive, negative]: readonly [string, string]): string {
  if (value === 0) return '0 kW';
  return `${exactPowerText(Math.abs(value))} ${value > 0 ? positive : negative}`;
}
