import type { AssetScheduleCommand, ScheduleEntry } from '@setpoint/contract';
import { instantText } from '../time/instant-text.ts';
import { parseInstant } from '../time/parse-instant.ts';
import { countText, type DayGrid, expandSteps } from './expand-day.ts';
import type { Problem } from './problem.ts';
import { type CsvReading, type CsvRow, linePlace, type NamedPair, readCsvRows } from './read-csv-rows.ts';

/** The commands of a file, from when until when they are, and the line of each of their entries. */
export interface CsvSchedule {
  readonly kind: 'schedule';
  readonly from: string;
  readonly to: string;
  readonly schedules: readonly AssetScheduleCommand[];
  readonly lines: readonly (readonly number[])[];
  /** What the file does not say. */
  readonly pair: NamedPair;
}

export interface RefusedCsv {
  readonly kind: 'refused';
  readonly problems: readonly Problem[];
}

/** Reads a schedule from CSV. Instants and pairs are left to `parseBatch`; `inLines` tells its problems by lines. */
export function readScheduleCsv(text: string, { pair, day }: CsvReading): CsvSchedule | RefusedCsv {
  const { rows, problems } = readCsvRows(text, { pair, day });
  if (problems.length > 0) return { kind: 'refused', problems };
  const groups = [...Map.groupBy(rows, (row) => `${row.asset}/${row.type}`).values()];
  const found = day === undefined ? ofEntries(groups) : ofDay(groups, day);
  return found.kind === 'refused' ? found : { ...found, pair };
}

type Found = Omit<CsvSchedule, 'pair'> | RefusedCsv;

function ofEntries(groups: readonly (readonly CsvRow[])[]): Found {
  if (groups.length === 0) return refused('body', 'the file has no entries below its first line');
  const schedules = groups.map((rows) =>
    commandOf(
      rows,
      rows.map(({ startAt, endAt, value }) => ({ startAt, endAt, value: value ?? 0 })),
    ),
  );
  const lines = groups.map((rows) => rows.map(({ line }) => line));
  return { kind: 'schedule', ...extentOf(schedules.flatMap(({ entries }) => entries)), schedules, lines };
}

function ofDay(groups: readonly (readonly CsvRow[])[], day: DayGrid): Found {
  const wrong = groups.find((rows) => rows.length !== day.count);
  if (groups.length === 0 || wrong !== undefined) return refused('body', countText(day, wrong?.length ?? 0));
  const { fromMs, toMs, resolution } = day;
  const startAt = instantText(fromMs);
  const schedules = groups.map((rows) => {
    const values = rows.map(({ value }) => value);
    const expanded = expandSteps({ startAt, stepMinutes: resolution, values });
    return commandOf(rows, expanded.kind === 'entries' ? expanded.entries : []);
  });
  const lines = groups.map((rows) => rows.filter(({ value }) => value !== null).map(({ line }) => line));
  return { kind: 'schedule', from: startAt, to: instantText(toMs), schedules, lines };
}

// What the catalogue does not know is refused with the list of what it does.
function commandOf([first]: readonly CsvRow[], entries: ScheduleEntry[]): AssetScheduleCommand {
  return { asset: first?.asset, type: first?.type, entries } as unknown as AssetScheduleCommand;
}

// Of instants that cannot be read, any will do: their entries are refused.
function extentOf(entries: readonly ScheduleEntry[]): { readonly from: string; readonly to: string } {
  const edge = (texts: readonly string[], isBeyond: (one: number, other: number) => boolean) =>
    texts.reduce((kept, text) => {
      const [one, other] = [parseInstant(text), parseInstant(kept)];
      return other === undefined || (one !== undefined && isBeyond(one, other)) ? text : kept;
    });
  return {
    from: edge(
      entries.map(({ startAt }) => startAt),
      (one, other) => one < other,
    ),
    to: edge(
      entries.map(({ endAt }) => endAt),
      (one, other) => one > other,
    ),
  };
}

const PLACES = /schedules\[(\d{1,9})\](?:\.(asset|type)|\.entries(?:\[(\d{1,9})\](?:\.(startAt|endAt|value))?)?)?/g;

type PlaceParts = [string, ('asset' | 'type')?, string?, string?];

const MOST_TOLD = 100;

/** Problems with the lines of the file in the places of paths into a request, and how many there are beyond a hundred. */
export function allInLines(read: CsvSchedule, problems: readonly Problem[]): readonly Problem[] {
  const told = problems.slice(0, MOST_TOLD).map((problem) => inLines(read, problem));
  if (problems.length <= MOST_TOLD) return told;
  return [...told, { rule: 'csv', place: 'body', text: `and ${problems.length - MOST_TOLD} more problems` }];
}

/** A problem with the lines of the file in the places of paths into a request. */
export function inLines({ lines, pair }: CsvSchedule, problem: Problem): Problem {
  const lineOf = (command: string | undefined, entry = '0') => lines[Number(command)]?.[Number(entry)];
  const told = (text: string) =>
    text.replaceAll(PLACES, (path: string, ...[command, name, entry, column]: PlaceParts) => {
      if (name !== undefined && pair[name] !== undefined) return `the parameter ${name}`;
      const line = lineOf(command, entry);
      return line === undefined ? path : linePlace(line, name ?? column);
    });
  const place = told(problem.place);
  const [first] = problem.place.matchAll(PLACES);
  // What a parameter names stands in no line.
  const isBeside = place.startsWith('the parameter');
  const line = isBeside ? undefined : lineOf(first?.[1], first?.[3]);
  return {
    ...problem,
    place,
    text: told(problem.text),
    ...(problem.clashesWith === undefined ? {} : { clashesWith: told(problem.clashesWith) }),
    ...(line === undefined ? {} : { line }),
  };
}

function refused(place: string, text: string): RefusedCsv {
  return { kind: 'refused', problems: [{ rule: 'csv', place, text }] };
}
