import type { AssetScheduleCommand, ScheduleEntry } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import { type CsvRecord, parseCsv } from './parse-csv.ts';

/** The commands of a file, and the line of each of their entries. */
export interface CsvSchedule {
  readonly schedules: readonly AssetScheduleCommand[];
  readonly lines: readonly (readonly number[])[];
}

/** The pair of a file that names none. */
export interface NamedPair {
  readonly asset?: string;
  readonly type?: string;
}

const COLUMNS = ['asset', 'type', 'startAt', 'endAt', 'value'] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['startAt', 'endAt', 'value'];
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MOST_NAMED = 10;

/** Reads a schedule from CSV; instants and pairs are left to the service, which says what is wrong with them. */
export function readScheduleCsv(text: string, pair: NamedPair): CsvSchedule {
  const { delimiter, records } = readRecords(text);
  const [head, ...rows] = records;
  if (head === undefined) throw unfit('the file is empty');
  const columns = columnsOf(head, pair);
  const found = new Map<string, FoundCommand>();
  const faults: string[] = [];
  for (const row of rows) {
    const fault = addRow(found, row, { width: head.cells.length, columns, delimiter, pair });
    if (fault !== undefined) faults.push(`line ${row.line}: ${fault}`);
  }
  if (faults.length > 0) throw unfit(faultText(faults));
  if (found.size === 0) throw unfit('the file has no entries below its first line');
  const all = [...found.values()];
  return { schedules: all.map(({ command }) => command), lines: all.map(({ lines }) => lines) };
}

interface FoundCommand {
  readonly command: AssetScheduleCommand;
  readonly lines: number[];
}

interface Layout {
  readonly width: number;
  readonly columns: ReadonlyMap<Column, number>;
  readonly delimiter: string;
  readonly pair: NamedPair;
}

/** Adds an entry to its command; returns what is wrong with it, if anything. */
function addRow(
  found: Map<string, FoundCommand>,
  { line, cells }: CsvRecord,
  { width, columns, delimiter, pair }: Layout,
): string | undefined {
  if (cells.length > width) return 'has more cells than the first line';
  const cellOf = (column: Column) => cells[columns.get(column) ?? -1] ?? '';
  const value = delimiter === ',' ? cellOf('value') : cellOf('value').replace(',', '.');
  if (!NUMBER.test(value)) return `${JSON.stringify(cellOf('value'))} is not a number`;
  const [asset, type] = [pair.asset ?? cellOf('asset'), pair.type ?? cellOf('type')];
  const of = found.get(`${asset}/${type}`) ?? { command: commandOf(asset, type), lines: [] };
  found.set(`${asset}/${type}`, of);
  of.command.entries.push({ startAt: cellOf('startAt'), endAt: cellOf('endAt'), value: Number(value) });
  of.lines.push(line);
  return undefined;
}

/** Writes commands as CSV, with the columns that `readScheduleCsv` reads. */
export function writeScheduleCsv(schedules: readonly AssetScheduleCommand[]): string {
  const rows = schedules.flatMap(({ asset, type, entries }) =>
    entries.map(({ startAt, endAt, value }) => [asset, type, startAt, endAt, String(value)].join(',')),
  );
  return [COLUMNS.join(','), ...rows].join('\n');
}

/** The line of the file that a place such as `schedules[0].entries[14].endAt` came from. */
export function lineOf({ lines }: CsvSchedule, place: string): number | undefined {
  const [, command, entry] = /^schedules\[(\d+)\](?:\.entries\[(\d+)\])?/.exec(place) ?? [];
  return command === undefined ? undefined : lines[Number(command)]?.[Number(entry ?? 0)];
}

/** The first start and the last end of all entries, as they are written. */
export function extentOf({ schedules }: CsvSchedule): { readonly from: string; readonly to: string } {
  const entries = schedules.flatMap((command) => command.entries);
  const at = (text: string) => Date.parse(text);
  const edge = (texts: readonly string[], isBeyond: (one: number, other: number) => boolean) =>
    texts.reduce((kept, text) => (isBeyond(at(text), at(kept)) ? text : kept));
  return {
    from: edge(entries.map(startOf), (one, other) => one < other),
    to: edge(entries.map(endOf), (one, other) => one > other),
  };
}

const startOf = ({ startAt }: ScheduleEntry) => startAt;
const endOf = ({ endAt }: ScheduleEntry) => endAt;

function readRecords(text: string) {
  try {
    return parseCsv(text);
  } catch (cause) {
    throw cause instanceof Error ? unfit(cause.message) : cause;
  }
}

function columnsOf(head: CsvRecord, pair: NamedPair): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [index, cell] of head.cells.entries()) {
    const column = COLUMNS.find((name) => name.toLowerCase() === cell.toLowerCase());
    const takes = `it takes ${COLUMNS.join(', ')}`;
    if (column === undefined) throw unfit(`line 1: there is no column ${JSON.stringify(cell)}; ${takes}`);
    if (columns.has(column)) throw unfit(`line 1: the column ${column} is there twice`);
    columns.set(column, index);
  }
  for (const column of NEEDED) if (!columns.has(column)) throw unfit(`line 1: the column ${column} is missing`);
  checkPair(columns, pair);
  return columns;
}

function checkPair(columns: ReadonlyMap<Column, number>, pair: NamedPair): void {
  for (const column of ['asset', 'type'] as const) {
    const isGiven = pair[column] !== undefined;
    if (isGiven && columns.has(column)) throw unfit(`the file has a column ${column}; leave out --${column}`);
    if (!isGiven && !columns.has(column))
      throw unfit(`line 1: the column ${column} is missing; or name it with --${column}`);
  }
}

// What the catalogue does not know, the service refuses with the list of what it does.
function commandOf(asset: string, type: string): AssetScheduleCommand {
  return { asset, type, entries: [] } as unknown as AssetScheduleCommand;
}

function faultText(faults: readonly string[]): string {
  const more = faults.length - MOST_NAMED;
  return faults.slice(0, MOST_NAMED).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function unfit(message: string): CliError {
  return new CliError('bad_csv', message);
}
