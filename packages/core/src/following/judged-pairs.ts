import type { PairName } from '@setpoint/contract';
import type { LimitSide } from './due-limit.ts';

/** The pairs whose entries are held against what was measured, in the order of answers. */
export const JUDGED_PAIRS = [
  'grid/activePowerkW',
  'grid/upperLimitkW',
  'grid/lowerLimitkW',
  'bess/activePowerkW',
] as const satisfies readonly PairName[];
export type JudgedPair = (typeof JUDGED_PAIRS)[number];

const SIDES: Readonly<Partial<Record<JudgedPair, LimitSide>>> = {
  'grid/upperLimitkW': 'upper',
  'grid/lowerLimitkW': 'lower',
};

/** On which side a pair bounds the power; undefined for a setpoint. */
export function limitSideOf(pair: JudgedPair): LimitSide | undefined {
  return SIDES[pair];
}

/** Whether the entries of a pair are judged. */
export function isJudged(pair: PairName): pair is JudgedPair {
  return JUDGED_PAIRS.some((judged) => judged === pair);
}

const MINUTE_MS = 60_000;

/** When an entry can be judged to its end: once the minute in which it ends has a mean. */
export function judgeableAt(endMs: number): number {
  return Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
}
