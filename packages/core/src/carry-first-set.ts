import { carryEntries, type EntryFacts } from './carry-entries.ts';
import { seriesOf } from './series.ts';

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
  const after = entryTexts(text);
  if (before === undefined) return JSON.stringify([[after.length, mark.version, mark.at]]);
  const earlier = entryTexts(before.text);
  const marks = marksOf(before.firstSet);
  const { start, end } = sharedEnds(earlier, after);
  const [gone, come] = [earlier.slice(start, earlier.length - end), after.slice(start, after.length - end)];
  // Written alike, the same entry has the same text, and texts are in the order of time: nothing need be parsed.
  const suffix = suffixOf(come[0] ?? '');
  const areAlike = come.every((entry) => isWritten(entry, suffix)) && gone.every((entry) => isWritten(entry, suffix));
  if (come.length > 0 && !areAlike) return runsOf(carryEntries(entryFactsOf(before), seriesOf(text), mark));
  const carried = carryMarks({ gone, come, marks: marks.slice(start, earlier.length - end) }, mark);
  return runsOf([...marks.slice(0, start), ...carried, ...marks.slice(earlier.length - end, earlier.length)]);
}

/** How many entries are the same from the first on, and how many of the others up to the last. */
function sharedEnds(earlier: readonly string[], after: readonly string[]): { start: number; end: number } {
  const most = Math.min(earlier.length, after.length);
  let start = 0;
  while (start < most && earlier[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && earlier[earlier.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { start, end };
}

interface Changed {
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** Of those that are gone. */
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

// As `parse-batch.ts` writes them: {"asset":…,"entries":[{"startAt":"2030-01-01T10:00:00Z","endAt":"…","value":1},{…}]}
function entryTexts(text: string): string[] {
  return text.slice(text.indexOf('[{') + 2, -3).split('},{');
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
