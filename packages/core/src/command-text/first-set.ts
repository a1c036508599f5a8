/** When an entry was first set in its present form, and by which version. */
export interface FirstSet {
  readonly firstVersion: number;
  readonly firstSetAt: number;
}

/** For an entry of which nothing is known. */
export const UNKNOWN: FirstSet = { firstVersion: 0, firstSetAt: 0 };

/**
 * That of all entries of a command, as it is stored beside its text. Neighbours that were first set together
 * share one item of a JSON array: `[count, version, at]`.
 */
export type FirstSetText = string;

type Run = [count: number, version: number, at: number];

/** One item for each entry. */
export function readFirstSet(text: FirstSetText): FirstSet[] {
  return runsOf(text).flatMap(([count, firstVersion, firstSetAt]) => {
    const first = { firstVersion, firstSetAt };
    return Array.from({ length: count }, () => first);
  });
}

export function writeFirstSet(entries: readonly FirstSet[]): FirstSetText {
  const runs: Run[] = [];
  for (const { firstVersion, firstSetAt } of entries) {
    const last = runs.at(-1);
    if (last?.[1] === firstVersion) last[0] += 1;
    else runs.push([1, firstVersion, firstSetAt]);
  }
  return JSON.stringify(runs);
}

/** For a command that was not set before. */
export function writeAllNew(count: number, { firstVersion, firstSetAt }: FirstSet): FirstSetText {
  return JSON.stringify([[count, firstVersion, firstSetAt] satisfies Run]);
}

/** The versions that first set any of the entries. */
export function firstVersionsOf(text: FirstSetText): number[] {
  return runsOf(text).map(([, firstVersion]) => firstVersion);
}

function runsOf(text: FirstSetText): Run[] {
  return JSON.parse(text) as Run[];
}
