import type { CatalogueRow, PairName, ScheduleEntry } from '@setpoint/contract';
import { explainBadInstant } from '../time/explain-bad-instant.ts';
import { parseInstant } from '../time/parse-instant.ts';
import type { Interval } from '../time/series.ts';
import { entryPlace, type Problem, type Rule } from './problem.ts';

/** An entry of a request as it was written, with its instants in milliseconds and its place in the request. */
export interface PlacedEntry extends Interval, Readonly<ScheduleEntry> {
  readonly index: number;
}

/** A command of a request: its place and its row of the catalogue. */
export interface NamedCommand {
  readonly index: number;
  readonly pair: PairName;
  readonly row: CatalogueRow;
}

/** Reads and orders the entries of one command; one that cannot be read is a problem and left out. */
export function parseEntries(
  named: NamedCommand,
  entries: readonly ScheduleEntry[],
  problems: Problem[],
): PlacedEntry[] {
  const placed: PlacedEntry[] = [];
  let isOrdered = true;
  let lastStartMs = -1;
  for (let index = 0; index < entries.length; index += 1) {
    const parsed = parseEntry(named, index, entries[index], placed.at(-1), problems);
    if (parsed === undefined) continue;
    if (parsed.startMs < lastStartMs) isOrdered = false;
    lastStartMs = parsed.startMs;
    placed.push(parsed);
  }
  if (!isOrdered) placed.sort((one, other) => one.startMs - other.startMs);
  findOverlaps(named, placed, problems);
  return placed;
}

/** `before` is the entry in front of it, which most often ends where it begins. */
function parseEntry(
  named: NamedCommand,
  index: number,
  entry: ScheduleEntry | undefined,
  before: PlacedEntry | undefined,
  problems: Problem[],
): PlacedEntry | undefined {
  if (entry === undefined) return undefined;
  const startMs = startOf(entry, before);
  const endMs = parseInstant(entry.endAt);
  const { row } = named;
  const report = (rule: Rule, field: string, text: string) =>
    problems.push({ rule, place: `${entryPlace(named.index, index)}${field}`, pair: named.pair, text });
  if (startMs === undefined) report('instant', '.startAt', explainBadInstant(entry.startAt));
  if (endMs === undefined) report('instant', '.endAt', explainBadInstant(entry.endAt));
  if (!(entry.value >= row.min && entry.value <= row.max))
    report('value_range', '.value', rangeProblem(row, entry.value));
  if (startMs === undefined || endMs === undefined) return undefined;
  if (endMs <= startMs) {
    report('empty_interval', '', `endAt ${entry.endAt} must be after startAt ${entry.startAt}`);
    return undefined;
  }
  return { startMs, endMs, startAt: entry.startAt, endAt: entry.endAt, value: entry.value, index };
}

function startOf({ startAt }: ScheduleEntry, before: PlacedEntry | undefined): number | undefined {
  return startAt === before?.endAt ? before.endMs : parseInstant(startAt);
}

function rangeProblem(row: CatalogueRow, value: number): string {
  const bound = row.unit === '%' ? 'must be between 0 and 100 percent' : 'must not be negative';
  return `${value} for ${row.asset} ${row.type} ${bound}`;
}

// A later entry overlaps an earlier one only if it overlaps the one that ends last so far.
function findOverlaps(named: NamedCommand, ordered: readonly PlacedEntry[], problems: Problem[]): void {
  let furthest = ordered[0];
  for (const next of ordered.slice(1)) {
    if (furthest === undefined) return;
    if (next.startMs < furthest.endMs) problems.push(overlapProblem(named, furthest, next));
    if (next.endMs > furthest.endMs) furthest = next;
  }
}

function overlapProblem(named: NamedCommand, earlier: PlacedEntry, later: PlacedEntry): Problem {
  const clashesWith = entryPlace(named.index, earlier.index);
  return {
    rule: 'overlap',
    place: entryPlace(named.index, later.index),
    pair: named.pair,
    clashesWith,
    text:
      `${named.pair} ${later.startAt} to ${later.endAt} overlaps ` +
      `${earlier.startAt} to ${earlier.endAt} (${clashesWith})`,
  };
}
