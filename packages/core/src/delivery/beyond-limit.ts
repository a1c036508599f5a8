import type { LimitsToKeep } from './limits-to-keep.ts';

/** How far the connection point was beyond a limit by the reports so far. */
export interface BeyondLimit {
  readonly side: 'upper' | 'lower';
  readonly limitKw: number;
  readonly powerKw: number;
  /** The first report in a row that showed it. */
  readonly since: number;
}

// A site steers by what it measured a second ago, and meters differ.
const TOLERATED_KW = 1;
const TOLERATED_SHARE = 0.05;
// One report may show the moment before a device followed; the next one, half a minute later, does not.
const LASTS_MS = 20_000;

/** What reports say of the connection point from now on; undefined while it is within its limits. */
export function beyondLimit(
  before: BeyondLimit | undefined,
  limits: LimitsToKeep,
  { powerKw, now }: { readonly powerKw: number; readonly now: number },
): BeyondLimit | undefined {
  const { upper, lower } = limits;
  const side = isBeyond(powerKw, upper.nowKw)
    ? 'upper'
    : isBeyond(-powerKw, negative(lower.nowKw))
      ? 'lower'
      : undefined;
  const limitKw = side === undefined ? null : limits[side].nowKw;
  if (side === undefined || limitKw === null) return undefined;
  const since = before?.side === side && before.since <= now ? before.since : now;
  return { side, limitKw, powerKw, since };
}

/** Whether that is a fault of the site: it had time to keep the limit, and more than one report shows that it does not. */
export function isLimitExceeded(beyond: BeyondLimit | undefined, limits: LimitsToKeep, now: number): boolean {
  if (beyond === undefined || now - beyond.since < LASTS_MS) return false;
  const { side, powerKw } = beyond;
  const { dueKw } = limits[side];
  return side === 'upper' ? isBeyond(powerKw, dueKw) : isBeyond(-powerKw, negative(dueKw));
}

function isBeyond(powerKw: number, mostKw: number | null): boolean {
  return mostKw !== null && powerKw > mostKw + Math.max(TOLERATED_KW, TOLERATED_SHARE * Math.abs(mostKw));
}

function negative(kw: number | null): number | null {
  return kw === null ? null : -kw;
}
