import type { EntryFacts } from '../command-text/carry-entries.ts';
import { dueLimit, KEEP_WITHIN_MS, type LimitSide } from '../following/due-limit.ts';
import type { Interval } from '../time/series.ts';
import { sinceSet } from './since-set.ts';

/** A limit of the connection point at one instant; null where there is none. */
interface LimitToKeep {
  readonly nowKw: number | null;
  /** See `dueLimit`. */
  readonly dueKw: number | null;
}

export interface LimitsToKeep {
  readonly upper: LimitToKeep;
  readonly lower: LimitToKeep;
  /** Until when all of it holds; null for ever. */
  readonly untilMs: number | null;
}

type Limits = Readonly<Record<LimitSide, readonly EntryFacts[]>>;

/** The limits that are set, as far as a site has had the time to keep them. */
export function limitsToKeep(limits: Limits, now: number): LimitsToKeep {
  const upper = limits.upper.map(sinceSet);
  const lower = limits.lower.map(sinceSet);
  const edges = [...upper, ...lower].flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const later = edges.flatMap((edge) => [edge, edge + KEEP_WITHIN_MS]).filter((edge) => edge > now);
  return {
    upper: limitOf('upper', upper, now),
    lower: limitOf('lower', lower, now),
    untilMs: later.reduce<number | null>((first, edge) => Math.min(first ?? edge, edge), null),
  };
}

function limitOf(side: LimitSide, inForce: readonly Interval[], now: number): LimitToKeep {
  const nowKw = inForce.find(({ startMs, endMs }) => startMs <= now && endMs > now)?.value ?? null;
  return { nowKw, dueKw: dueLimit(side, inForce, now) };
}
