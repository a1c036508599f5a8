import { carryEntries, type EntryFacts } from './carry-entries.ts';
import { seriesOf } from '../time/series.ts';
import { sharedEnds } from './shared-ends.ts';

/** One command as it is stored: its text, and as a JSON array the runs of entries that were first set together. */
export interface StoredCommand {
  readonly text: string;
  readonly firstSet: string;
}

/** The batch that sets a command, and when. */
export interface SetMark {
  readonly version: number;
  readonly at: number;
}

type Run = [count: number, version: number, at: number];

/** Notes which entries of a new text are the same as before, and keep when they were first set. */
export function carryFirstSet(before: StoredCommand | undefined, text: string, mark: SetMark): string {
  const after = entriesOf(text);
  if (before === undefined) return JSON.stringify([[entryTexts(after).length, mark.version, mark.at]]);
  const earlier = entriesOf(before.text);
  const { from, to } = changedPart(earlier, after);
  const gone = entryTexts(earlier.slice(from, earlier.length - to));
  const come = entryTexts(after.slice(from, after.length - to));
  // Written alike, the same entry has the same text, and texts are in the order of time: nothing need be parsed.
  const suffix = suffixOf(come[0] ?? '');
  const areAlike = come.every((entry) => isWritten(entry, suffix)) && gone.every((entry) => isWritten(entry, suffix));
  if (come.length > 0 && !areAlike) return runsOf(carryEntries(entryFactsOf(before), seriesOf(text), mark));
  const marks = marksOf(before.firstSet);
  // Whichever of the parts around it is the shorter one tells where it begins.
  const start =
    from <= to
      ? countIn(earlier.slice(0, from))
      : marks.length - gone.length - countIn(earlier.slice(earlier.length - to));
  const carried = carryMarks({ gone, come, marks: marks.slice(start, start + gone.length) }, mark);
  return runsOf([...marks.slice(0, start), ...carried, ...marks.slice(start + gone.length)]);
}

/** Where the entries begin to differ and, from their ends, where they cease to: whole ones stand around that part. */
function changedPart(earlier: string, after: string): { readonly from: number; readonly to: number } {
  const { start, end } = sharedEnds(earlier, after);
  const before = start < BETWEEN.length ? -1 : earlier.lastIndexOf(BETWEEN, start - BETWEEN.length);
  const behind = earlier.indexOf(BETWEEN, earlier.length - end);
  return { from: before === -1 ? 0 : before + BETWEEN.length, to: behind === -1 ? 0 : earlier.length - behind };
}

interface Changed {
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** The marks of those that are gone. */
  readonly marks: readonly Mark[];
}

function carryMarks({ gone, come, marks }: Changed, mark: SetMark): Mark[] {
  let at = 0;
  return come.map((entry) => {
    while (at < gone.length && (gone[at] ?? '') < entry) at += 1;
    const known = gone[at] === entry ? marks[at] : undefined;
    return known ?? { firstVersion: mark.version, firstSetAt: mark.at };
  });
}

/** The entries of a stored command, each with when it was first set. */
export function entryFactsOf({ text, firstSet }: StoredCommand): EntryFacts[] {
  const marks = marksOf(firstSet);
  return seriesOf(text).map((interval, index) => ({
    ...interval,
    ...(marks[index] ?? { firstVersion: 0, firstSetAt: 0 }),
  }));
}

/** The versions that first held an entry of a stored command. */
export function firstVersionsOf(firstSet: string): number[] {
  return (JSON.parse(firstSet) as Run[]).map(([, firstVersion]) => firstVersion);
}

type Mark = Pick<EntryFacts, 'firstVersion' | 'firstSetAt'>;

function marksOf(firstSet: string): Mark[] {
  const runs = JSON.parse(firstSet) as Run[];
  return runs.flatMap(([count, firstVersion, firstSetAt]) => {
    const mark = { firstVersion, firstSetAt };
    return Array.from({ length: count }, () => mark);
  });
}

function runsOf(marks: readonly Mark[]): string {
  const runs: Run[] = [];
  for (const { firstVersion, firstSetAt } of marks) {
    const last = runs.at(-1);
    if (last?.[1] === firstVersion) last[0] += 1;
    else runs.push([1, firstVersion, firstSetAt]);
  }
  return JSON.stringify(runs);
}

const BETWEEN = '},{';

// As `parse-batch.ts` writes them: {"asset":…,"entries":[{"startAt":"2030-01-01T10:00:00Z","endAt":"…","value":1},{…}]}
function entriesOf(text: string): string {
  return text.slice(text.indexOf('[{') + 2, -3);
}

function entryTexts(entries: string): string[] {
  return entries === '' ? [] : entries.split(BETWEEN);
}

/** Counts entries by what parts them from each other. */
function countIn(entries: string): number {
  return entries.split(BETWEEN).length - 1;
}

const START_SUFFIX = '"startAt":"2030-01-01T10:00:00'.length;
const END_SUFFIX = '","endAt":"2030-01-01T10:00:00'.length;

const DATE_END = '"startAt":"2030-01-01'.length;
const TIME_LENGTH = 'T10:00:00'.length;

/** What follows the seconds: a fraction, an offset. */
function suffixOf(entry: string): string {
  return entry.slice(START_SUFFIX, entry.indexOf('"', START_SUFFIX) + 1);
}

function isWritten(entry: string, suffix: string): boolean {
  const endSuffix = START_SUFFIX + suffix.length - 1 + END_SUFFIX;
  return (
    entry.startsWith(suffix, START_SUFFIX) &&
    entry.startsWith(suffix, endSuffix) &&
    entry[DATE_END] === 'T' &&
    entry[endSuffix - TIME_LENGTH] === 'T'
  );
}
