import type { OrderFollowing } from '../following/judge-order.ts';
import { type Tolerance, toleranceKw } from '../following/tolerance.ts';
import { WATTS_PER_KW } from './member-capacity.ts';

/** What is known of how a member follows its orders, by its reports so far. */
export interface KnownFollowing {
  readonly reportedAt: number;
  /** Which of the last reports showed it deviating, the latest last. */
  readonly deviating: readonly boolean[];
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

const REPORTS_IN_A_ROW = 2;
// A member that follows now and then does not follow.
const REPORTS_OF_THE_LAST = 4;
const LAST_REPORTS = 6;
// Nobody is out for ever because nothing more is known of it.
const FORGOTTEN_AFTER_MS = 300_000;
const OVER: DeviationChange = { kind: 'over', suppliesWatts: undefined };

/** Whether a member begins to deviate, or follows again: one bad report is none, and an order for next to nothing proves nothing. */
export function nextDeviation(before: KnownFollowing | undefined, seen: SeenFollowing): NextDeviation {
  const { now, reportedAt, judged, countedWatts } = seen;
  if (before?.reportedAt === reportedAt || judged.suppliedKw === null) return nothingNew(before, seen);
  const deviating = [...(before?.deviating ?? []), judged.state === 'deviating'].slice(-LAST_REPORTS);
  const known = { reportedAt, deviating, knownAt: now };
  const suppliesWatts = Math.round(judged.suppliedKw * WATTS_PER_KW);
  if (countedWatts !== undefined) return { known, change: changeOf(seen, countedWatts, suppliesWatts) };
  const inARow = deviating.length - 1 - deviating.lastIndexOf(false);
  const isNow = deviating.at(-1) === true;
  const hasBegun = inARow >= REPORTS_IN_A_ROW || (isNow && deviating.filter(Boolean).length >= REPORTS_OF_THE_LAST);
  return { known, change: hasBegun ? { kind: 'began', suppliesWatts } : undefined };
}

function nothingNew(
  before: KnownFollowing | undefined,
  { now, reportedAt, countedWatts }: SeenFollowing,
): NextDeviation {
  const known = { deviating: [], knownAt: now, ...before, reportedAt };
  const isForgotten = countedWatts !== undefined && now - known.knownAt >= FORGOTTEN_AFTER_MS;
  return { known, change: isForgotten ? OVER : undefined };
}

function changeOf(seen: SeenFollowing, countedWatts: number, suppliesWatts: number): DeviationChange | undefined {
  const { judged, orderWatts, tolerance } = seen;
  const allowedWatts = toleranceKw(tolerance, orderWatts / WATTS_PER_KW) * WATTS_PER_KW;
  if (judged.state === 'followed') {
    // It gives clearly more than it counts with. What a small order shows at once may be chance.
    const enoughWatts = Math.abs(orderWatts - countedWatts) / 2;
    const missedWatts = Math.abs(orderWatts) > allowedWatts ? orderWatts - suppliesWatts : onAverage(judged);
    return missedWatts !== null && Math.abs(missedWatts) <= enoughWatts ? OVER : undefined;
  }
  // What changes by less moves nobody.
  return Math.abs(suppliesWatts - countedWatts) > allowedWatts ? { kind: 'gives', suppliesWatts } : undefined;
}

function onAverage({ missed }: OrderFollowing): number | null {
  return missed === null ? null : missed.kW * WATTS_PER_KW;
}
