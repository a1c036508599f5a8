import type { EntryFacts } from '../command-text/carry-entries.ts';

/** A limit of the connection point at one instant; null where there is none. */
interface LimitToKeep {
  readonly nowKw: number | null;
  /** The loosest of those that were in force over the time that a site has to keep one. */
  readonly dueKw: number | null;
}

export interface LimitsToKeep {
  readonly upper: LimitToKeep;
  readonly lower: LimitToKeep;
  /** Until when all of it holds; null for ever. */
  readonly untilMs: number | null;
}

/** How long a site may take to keep a limit. */
const KEEP_WITHIN_MS = 30_000;

type Limits = Readonly<Record<'upper' | 'lower', readonly EntryFacts[]>>;

/** The limits that are set, as far as a site has had the time to keep them. */
export function limitsToKeep({ upper, lower }: Limits, now: number): LimitsToKeep {
  const edges = [...upper, ...lower].flatMap((entry) => [fromMs(entry), entry.endMs]);
  const later = edges.flatMap((edge) => [edge, edge + KEEP_WITHIN_MS]).filter((edge) => edge > now);
  return {
    upper: limitOf(upper, now, Math.max),
    lower: limitOf(lower, now, Math.min),
    untilMs: later.reduce<number | null>((first, edge) => Math.min(first ?? edge, edge), null),
  };
}

type Looser = (one: number, other: number) => number;

function limitOf(entries: readonly EntryFacts[], now: number, looser: Looser): LimitToKeep {
  const nowKw = entries.find((entry) => fromMs(entry) <= now && entry.endMs > now)?.value ?? null;
  const since = now - KEEP_WITHIN_MS;
  let coveredTo = since;
  let dueKw: number | null = null;
  for (const entry of entries) {
    if (entry.endMs <= since || fromMs(entry) > now) continue;
    if (fromMs(entry) > coveredTo) return { nowKw, dueKw: null };
    coveredTo = entry.endMs;
    dueKw = looser(dueKw ?? entry.value, entry.value);
  }
  return { nowKw, dueKw: coveredTo > now ? dueKw : null };
}

// An entry that was set late was in force from then on.
function fromMs({ startMs, firstSetAt }: EntryFacts): number {
  return Math.max(startMs, firstSetAt);
}
