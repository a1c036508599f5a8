import type { Expected } from './expected-at.ts';
import { isIn } from './power-band.ts';

/** How far an asset is from what it is to keep, by the reports so far. */
export interface Away extends Pick<Expected, 'asset' | 'what' | 'kW'> {
  readonly powerKw: number;
  /** The first report in a row that showed it; null where the last did not. */
  readonly since: number | null;
  /** The last reports, and whether the site was then later than it may be. */
  readonly seen: readonly { readonly at: number; readonly isLate: boolean }[];
}

interface Reported {
  readonly now: number;
  readonly powerOf: (asset: Expected['asset']) => number | null;
  /** What the controller says that it does not do may begin at any time: it counts from its last word of that. */
  readonly isRejected: (asset: Expected['asset']) => boolean;
}

interface Judged {
  readonly away: readonly Away[];
  /** What the site did not keep, though it had the time. */
  readonly faults: readonly Away[];
}

// One report may show the moment before a device followed; the next one, half a minute later, does not.
const LASTS_MS = 20_000;
// A site that is right now and then is not right.
const LATE_REPORTS = 4;
const REPORTS_SEEN = 6;
const REPORTS_APART_MS = 5_000;

/** Holds the powers of a report against what was expected, whatever the controller says. */
export function judgePower(before: readonly Away[], expected: readonly Expected[], report: Reported): Judged {
  const seen = expected.flatMap((one) => {
    const isLimit = one.what === 'upper' || one.what === 'lower';
    const isExcused = !isLimit && report.isRejected(one.asset);
    const last = before.find(({ asset, what }) => asset === one.asset && what === one.what);
    return see(isExcused ? undefined : last, one, report) ?? [];
  });
  const isFault = ({ since, seen: reports }: Away) =>
    (since !== null && report.now - since >= LASTS_MS) || countLate(reports) >= LATE_REPORTS;
  return {
    away: seen.map(({ found }) => found),
    faults: seen.flatMap(({ found, isLate }) => (isLate && isFault(found) ? [found] : [])),
  };
}

/** What is known of an asset from now on; undefined where all is well, or nothing is measured. */
function see(last: Away | undefined, { asset, what, kW, now: right, due }: Expected, { now, powerOf }: Reported) {
  const powerKw = powerOf(asset);
  if (powerKw === null) return undefined;
  const isLate = due !== null && !isIn(due, powerKw);
  const seen = seenUntil(last?.seen ?? [], { at: now, isLate });
  const since = isIn(right, powerKw) ? null : sinceOf(last, now);
  if (since === null && countLate(seen) === 0) return undefined;
  return { found: { asset, what, kW, powerKw, since, seen }, isLate };
}

// The clock may have been set back since.
function sinceOf(last: Away | undefined, now: number): number {
  return Math.min(last?.since ?? now, now);
}

function seenUntil(before: Away['seen'], report: Away['seen'][number]): Away['seen'] {
  const since = report.at - (before.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  if (since < 0) return [report];
  return since < REPORTS_APART_MS ? before : [...before, report].slice(-REPORTS_SEEN);
}

function countLate(seen: Away['seen']): number {
  return seen.filter(({ isLate }) => isLate).length;
}
