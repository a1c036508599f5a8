import { firstIndex } from '../time/first-index.ts';

/** When a version was first reported as applied. */
export interface AppliedVersion {
  readonly version: number;
  readonly at: number;
}

/** Tells when a controller first had a version or any later one; null if it never had. */
export function firstAppliedLookup(applied: readonly AppliedVersion[]): (version: number) => number | null {
  const versions = applied.toSorted((one, other) => one.version - other.version);
  // After a restart, a version can be applied before an older one: the earliest from there on counts.
  let earliest = Number.POSITIVE_INFINITY;
  const earliestFrom = versions.toReversed().map(({ at }) => (earliest = Math.min(earliest, at)));
  return (version) => {
    const first = firstIndex(versions, (one) => one.version >= version);
    return earliestFrom[versions.length - 1 - first] ?? null;
  };
}

/** The versions that the lookup needs to keep its answers for the versions asked for. */
export function neededToAnswer(applied: readonly AppliedVersion[], asked: readonly number[]): ReadonlySet<number> {
  const newestFirst = applied.toSorted((one, other) => other.version - one.version);
  const needed = new Set<number>();
  let earliest: AppliedVersion | undefined;
  let next = 0;
  for (const version of [...new Set(asked)].sort((one, other) => other - one)) {
    for (let row = newestFirst[next]; row !== undefined && row.version >= version; row = newestFirst[next]) {
      if (earliest === undefined || row.at < earliest.at) earliest = row;
      next += 1;
    }
    if (earliest !== undefined) needed.add(earliest.version);
  }
  return needed;
}
