import type { Reserves } from '@setpoint/contract';

const DIGITS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const THREE = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const NONE = '–';
const MW_FROM_KW = 10_000;
/** From here on, tenths are left out. */
const WHOLE_FROM = 100;

/** A power with its unit, rounded for reading at a glance. */
export function powerText(powerKw: number | null | undefined): string {
  if (powerKw === null || powerKw === undefined) return NONE;
  const isLarge = Math.abs(powerKw) >= MW_FROM_KW;
  const value = isLarge ? powerKw / 1_000 : powerKw;
  // A small negative power is rounded to −0.
  const shown = (Math.abs(value) >= WHOLE_FROM ? WHOLE : DIGITS).format(value).replace(/^-0$/, '0');
  return `${minus(shown)} ${isLarge ? 'MW' : 'kW'}`;
}

/** A power of the grid, rounded for reading at a glance: its direction is named, not signed. */
export function gridPowerText(powerKw: number | null | undefined): string {
  const text = powerText(powerKw);
  if (powerKw === null || powerKw === undefined || text === powerText(0)) return text;
  return `${text.replace('−', '')} ${powerKw > 0 ? 'import' : 'export'}`;
}

/** Both directions of reserves, rounded for reading at a glance, in one unit. */
export function reserveTexts({ importkW, exportkW }: Reserves): readonly [down: string, up: string] {
  const [down, up] = inOneUnit(importkW, exportkW);
  return [`↓ ${down}`, `↑ ${up}`];
}

/** From the least to the most, rounded for reading at a glance, in one unit. */
export function rangeText(leastKw: number, mostKw: number): string {
  return inOneUnit(leastKw, mostKw).join(' … ');
}

/** An energy with its unit, rounded for reading at a glance. */
export function energyText(energyKwh: number): string {
  return `${powerText(energyKwh)}h`;
}

function inOneUnit(oneKw: number, otherKw: number): readonly [string, string] {
  const isLarge = Math.max(Math.abs(oneKw), Math.abs(otherKw)) >= MW_FROM_KW;
  const shown = (powerKw: number) => (isLarge ? `${megawatts(powerKw)} MW` : powerText(powerKw));
  return [shown(oneKw), shown(otherKw)];
}

/** Unlike a large power alone, one beside it can be small: it is not rounded to nothing. */
function megawatts(powerKw: number): string {
  const value = powerKw / 1_000;
  return minus((Math.abs(value) >= WHOLE_FROM ? WHOLE : THREE).format(value));
}

/** Powers side by side, all in one unit. */
export function powerTexts(powersKw: readonly number[]): string[] {
  const isLarge = powersKw.some((powerKw) => Math.abs(powerKw) >= MW_FROM_KW);
  return powersKw.map(
    (powerKw) => `${minus(EXACT.format(isLarge ? powerKw / 1_000 : powerKw))} ${isLarge ? 'MW' : 'kW'}`,
  );
}

/** From one power to another, as they were set, in one unit. */
export function changeText(fromKw: number, toKw: number): string {
  return `${minus(EXACT.format(fromKw))} → ${exactPowerText(toKw)}`;
}

/** A power as it was set, not rounded. */
export function exactPowerText(powerKw: number): string {
  return `${minus(EXACT.format(powerKw))} kW`;
}

/** What fits, rounded down: more would not fit. */
export function fittingText(powerKw: number): string {
  const step = Math.abs(powerKw) >= WHOLE_FROM ? 1 : 10;
  return exactPowerText(Math.floor(powerKw * step) / step);
}

export function minus(text: string): string {
  return text.replace('-', '−');
}
