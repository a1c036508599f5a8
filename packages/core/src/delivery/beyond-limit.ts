import { isBeyondLimit, type LimitSide } from '../following/due-limit.ts';
import type { LimitsToKeep } from './limits-to-keep.ts';

/** How far the connection point was beyond a limit by the reports so far. */
export interface BeyondLimit {
  readonly side: LimitSide;
  readonly limitKw: number;
  readonly powerKw: number;
  /** The first report in a row that showed it. */
  readonly since: number;
}

// One report may show the moment before a device followed; the next one, half a minute later, does not.
const LASTS_MS = 20_000;

/** What reports say of the connection point from now on; undefined while it is within its limits. */
export function beyondLimit(
  before: BeyondLimit | undefined,
  limits: LimitsToKeep,
  { powerKw, now }: { readonly powerKw: number; readonly now: number },
): BeyondLimit | undefined {
  for (const side of ['upper', 'lower'] as const) {
    const limitKw = limits[side].nowKw;
    if (limitKw === null || !isBeyondLimit(side, powerKw, limitKw)) continue;
    const since = before?.side === side && before.since <= now ? before.since : now;
    return { side, limitKw, powerKw, since };
  }
  return undefined;
}

/** Whether that is a fault of the site: it had time to keep the limit, and more than one report shows that it does not. */
export function isLimitExceeded(beyond: BeyondLimit | undefined, limits: LimitsToKeep, now: number): boolean {
  if (beyond === undefined || now - beyond.since < LASTS_MS) return false;
  const { side, powerKw } = beyond;
  const { dueKw } = limits[side];
  return dueKw !== null && isBeyondLimit(side, powerKw, dueKw);
}
