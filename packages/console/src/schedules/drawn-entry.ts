import { findPair } from '@setpoint/contract';
import type { DrawnValue } from '../plan/chart/drawn-value.ts';

export interface DrawnEntry {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number;
}

const QUARTER_MS = 15 * 60_000;
/** Drawing by hand is no more precise than two digits. */
const DIGITS = 2;

/** The entry for what was drawn: whole quarter hours, and a round value that the command allows. */
export function drawnEntry({ fromMs, toMs, valueKw, share }: DrawnValue, pair: string): DrawnEntry {
  const row = findPair(pair)?.row;
  const value = row?.unit === '%' ? Math.round(share * 100) : Number(valueKw.toPrecision(DIGITS));
  const from = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS;
  return {
    fromMs: from,
    toMs: Math.max(from + QUARTER_MS, Math.ceil(toMs / QUARTER_MS) * QUARTER_MS),
    value: Math.max(row?.min ?? Number.NEGATIVE_INFINITY, value),
  };
}
