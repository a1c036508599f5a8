import type { PairName } from '@setpoint/contract';
import type { NamedCommand, PlacedEntry } from './parse-entries.ts';
import { entryPlace, type Problem } from './problem.ts';

interface NamedEntries {
  readonly named: NamedCommand;
  readonly entries: readonly PlacedEntry[];
}

/** Finds where the limits of one request cross. */
export function findCrossedLimits(commands: ReadonlyMap<PairName, NamedEntries>, problems: Problem[]): void {
  for (const upper of commands.values()) {
    const { row } = upper.named;
    if (row.upperLimitOf === undefined || isFaulty(upper, problems)) continue;
    for (const lower of commands.values()) {
      const isOtherSide = lower.named.row.asset === row.asset && lower.named.row.type === row.upperLimitOf;
      if (isOtherSide && !isFaulty(lower, problems)) comparePair(upper, lower, problems);
    }
  }
}

// Overlapping entries would be reported once for each pair of them.
function isFaulty({ named }: NamedEntries, problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.pair === named.pair);
}

function comparePair(upper: NamedEntries, lower: NamedEntries, problems: Problem[]): void {
  let lowerIndex = 0;
  for (const high of upper.entries) {
    while (endOf(lower.entries[lowerIndex]) <= high.startMs) lowerIndex += 1;
    for (let next = lowerIndex; startOf(lower.entries[next]) < high.endMs; next += 1) {
      const low = lower.entries[next];
      if (low !== undefined && low.value > high.value) problems.push(crossProblem(upper, lower, { high, low }));
    }
  }
}

function startOf(entry: PlacedEntry | undefined): number {
  return entry?.startMs ?? Number.POSITIVE_INFINITY;
}

function endOf(entry: PlacedEntry | undefined): number {
  return entry?.endMs ?? Number.POSITIVE_INFINITY;
}

interface Crossing {
  readonly high: PlacedEntry;
  readonly low: PlacedEntry;
}

function crossProblem(upper: NamedEntries, lower: NamedEntries, { high, low }: Crossing): Problem {
  const clashesWith = entryPlace(lower.named.index, low.index);
  const from = high.startMs >= low.startMs ? high.startAt : low.startAt;
  const to = high.endMs <= low.endMs ? high.endAt : low.endAt;
  return {
    rule: 'limits_crossed',
    place: entryPlace(upper.named.index, high.index),
    pair: upper.named.pair,
    clashesWith,
    text: `from ${from} to ${to} the upper limit ${high.value} kW is below the lower limit ${low.value} kW (${clashesWith})`,
  };
}
