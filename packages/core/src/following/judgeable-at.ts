import type { PairName } from '@setpoint/contract';
import { FOLLOWING_ASSETS } from './judge-following.ts';

const MINUTE_MS = 60_000;
const SETPOINTS: ReadonlySet<string> = new Set(FOLLOWING_ASSETS.map((asset) => `${asset}/activePowerkW`));

/** Whether the entries of a pair are judged. */
export function isJudged(pair: PairName): boolean {
  return SETPOINTS.has(pair);
}

/** When an entry can be judged to its end: once the minute in which it ends has a mean. */
export function judgeableAt(endMs: number): number {
  return Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
}
