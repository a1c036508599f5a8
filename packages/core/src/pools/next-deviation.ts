import type { OrderFollowing } from '../following/judge-order.ts';
import { type Tolerance, toleranceKw } from '../following/tolerance.ts';

/** What is known of how a member follows its orders, by its reports so far. */
export interface KnownFollowing {
  readonly reportedAt: number;
  /** How many reports in a row showed it deviating. */
  readonly deviatingReports: number;
  /** When something was known last. */
  readonly knownAt: number;
}

/** A member under an order, by its last report. */
export interface SeenFollowing {
  readonly now: number;
  readonly reportedAt: number;
  readonly judged: OrderFollowing;
  /** The order that it is judged by, in whole watts; plus is import. */
  readonly orderWatts: number;
  /** What counts of its orders, where it deviates. */
  readonly countedWatts: number | undefined;
  readonly tolerance: Tolerance;
}

/** What is otherwise by a report: a member began to deviate, gives more or less than before, or follows again. */
export interface DeviationChange {
  readonly kind: 'began' | 'gives' | 'over';
  /** Undefined where it is over. */
  readonly suppliesWatts: number | undefined;
}

interface NextDeviation {
  readonly known: KnownFollowing;
  readonly change: DeviationChange | undefined;
}

const REPORTS_THAT_AGREE = 2;
// Nobody is out for ever because nothing more is known of it.
const FORGOTTEN_AFTER_MS = 300_000;
const WATTS_PER_KW = 1_000;
const OVER: DeviationChange = { kind: 'over', suppliesWatts: undefined };

/** Whether a member begins to deviate, or follows again: one bad report is none, and an order for next to nothing proves nothing. */
export function nextDeviation(before: KnownFollowing | undefined, seen: SeenFollowing): NextDeviation {
  const { now, reportedAt, judged, countedWatts } = seen;
  if (before?.reportedAt === reportedAt || judged.suppliedKw === null) return nothingNew(before, seen);
  const deviatingReports = judged.state === 'deviating' ? (before?.deviatingReports ?? 0) + 1 : 0;
  const known = { reportedAt, deviatingReports, knownAt: now };
  const suppliesWatts = Math.round(judged.suppliedKw * WATTS_PER_KW);
  if (countedWatts !== undefined) return { known, change: changeOf(seen, countedWatts, suppliesWatts) };
  const hasBegun = deviatingReports >= REPORTS_THAT_AGREE;
  return { known, change: hasBegun ? { kind: 'began', suppliesWatts } : undefined };
}

function nothingNew(
  before: KnownFollowing | undefined,
  { now, reportedAt, countedWatts }: SeenFollowing,
): NextDeviation {
  const known = { deviatingReports: 0, knownAt: now, ...before, reportedAt };
  const isForgotten = countedWatts !== undefined && now - known.knownAt >= FORGOTTEN_AFTER_MS;
  return { known, change: isForgotten ? OVER : undefined };
}

function changeOf(
  { judged, orderWatts, tolerance }: SeenFollowing,
  countedWatts: number,
  suppliesWatts: number,
): DeviationChange | undefined {
  const allowedWatts = toleranceKw(tolerance, orderWatts / WATTS_PER_KW) * WATTS_PER_KW;
  if (judged.state === 'followed') return Math.abs(orderWatts) > allowedWatts ? OVER : undefined;
  // What changes by less moves nobody.
  return Math.abs(suppliesWatts - countedWatts) > allowedWatts ? { kind: 'gives', suppliesWatts } : undefined;
}
