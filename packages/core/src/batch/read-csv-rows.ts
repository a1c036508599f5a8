import { type DecimalMark, findPair, numberProblem, provenMark, readNumber } from '@setpoint/contract';
import type { DayGrid } from './expand-day.ts';
import { type CsvRecord, type CsvText, isBlank, parseCsv } from './parse-csv.ts';
import type { Problem } from './problem.ts';

export const CSV_COLUMNS = ['asset', 'type', 'startAt', 'endAt', 'value'] as const;
type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The pair of a file that names none. */
export interface NamedPair {
  readonly asset?: string | undefined;
  readonly type?: string | undefined;
}

export interface CsvReading {
  readonly pair: NamedPair;
  /** For a file that has the values of a day, one after the other. */
  readonly day?: DayGrid | undefined;
}

export interface CsvRow {
  readonly line: number;
  readonly asset: string;
  readonly type: string;
  readonly startAt: string;
  readonly endAt: string;
  /** null leaves a gap in a day. */
  readonly value: number | null;
}

export interface CsvRows {
  readonly rows: readonly CsvRow[];
  readonly problems: readonly Problem[];
}

const MOST_PROBLEMS = 100;

/** The rows of a file; for a day, also of a text of numbers alone, which is read line by line. */
export function readCsvRows(text: string, reading: CsvReading): CsvRows {
  const parsed = parseCsv(text);
  const { fault, records } = parsed;
  if (fault !== undefined) return refused(linePlace(fault.line), fault.text);
  const first = records.find((record) => !isBlank(record));
  if (first === undefined) return refused('body', 'the file is empty');
  const { pair, day } = reading;
  const bare = day === undefined ? undefined : bareNumbers(parsed, first, reading);
  return day !== undefined && bare !== undefined ? bareRows(bare, { pair, day }) : tableRows(parsed, first, reading);
}

/** A text of numbers alone, without its first line if that is a heading: it has no digit, and no name of ours. */
function bareNumbers(text: CsvText, first: CsvRecord, reading: CsvReading): CsvText | undefined {
  const unit = unitOf(reading.pair);
  const isBare = (record: CsvRecord | undefined) =>
    record?.cells.every((cell) => cell === '' || readNumber(cell, { unit }).kind !== 'none') === true;
  if (isBare(first)) return text;
  const isHeading = first.cells.every((cell) => !/\d/.test(cell)) && 'problems' in columnsOf(first, reading);
  const records = text.records.slice(text.records.indexOf(first) + 1);
  return isHeading && isBare(records.find((record) => !isBlank(record))) ? { ...text, records } : undefined;
}

function tableRows({ records, ...text }: CsvText, head: CsvRecord, { pair, day }: CsvReading): CsvRows {
  const columns = columnsOf(head, { pair, day });
  if ('problems' in columns) return columns;
  const below = records.slice(records.indexOf(head) + 1);
  // In one column, an empty line is an empty cell.
  const kept =
    day !== undefined && head.cells.length === 1
      ? withoutTail(below, day.count)
      : below.filter((record) => !isBlank(record));
  const rows = kept.map((record) => valueRow(record, columns, pair));
  const layout = { columns, head, isDay: day !== undefined, mark: markOf(text, rows) };
  return rowsOrProblems(rows.map((row) => rowOf(row, layout)));
}

/** How the values of a file are read. */
interface ValueReading {
  readonly mark: DecimalMark | undefined;
  /** An empty cell leaves a gap. */
  readonly isDay: boolean;
}

interface Layout extends ValueReading {
  readonly columns: ReadonlyMap<CsvColumn, number>;
  readonly head: CsvRecord;
}

/** A cell with a value, and what it is a value of. */
interface ValueCell {
  readonly line: number;
  readonly asset: string;
  readonly type: string;
  readonly value: string;
}

type ValueRow = CsvRecord & ValueCell;

/** The mark that a value proves, if none proves the other; else a comma if semicolons part the cells. */
function markOf({ delimiter, isDelimited }: Omit<CsvText, 'records'>, cells: readonly ValueCell[]) {
  const marks = new Set(cells.map((cell) => provenMark(cell.value, unitOf(cell))));
  marks.delete(undefined);
  if (marks.size > 0) return marks.size === 1 ? [...marks][0] : undefined;
  return isDelimited && delimiter === ';' ? ',' : undefined;
}

function valueRow(record: CsvRecord, columns: Columns, pair: NamedPair): ValueRow {
  const cellOf = (column: CsvColumn) => record.cells[columns.get(column) ?? -1] ?? '';
  return { ...record, asset: pair.asset ?? cellOf('asset'), type: pair.type ?? cellOf('type'), value: cellOf('value') };
}

function unitOf({ asset, type }: NamedPair): string | undefined {
  return findPair(`${asset ?? ''}/${type ?? ''}`)?.row.unit;
}

function rowOf(row: ValueRow, { columns, head, ...reading }: Layout): CsvRow | Problem {
  const { line, cells, asset, type } = row;
  if (cells.length > head.cells.length)
    return { rule: 'csv', place: linePlace(line), line, text: 'has more cells than the first line' };
  const value = numberOf(row, reading);
  if (typeof value === 'object' && value !== null) return value;
  const cellOf = (column: CsvColumn) => cells[columns.get(column) ?? -1] ?? '';
  return { line, asset, type, startAt: cellOf('startAt'), endAt: cellOf('endAt'), value };
}

/** Numbers alone: one in each line or, if that makes no day, all that stand beside each other too. */
function bareRows({ records, ...text }: CsvText, { pair, day }: Required<CsvReading> & { day: DayGrid }): CsvRows {
  const { asset, type } = pair;
  if (asset === undefined || type === undefined)
    return refused('body', 'numbers alone need the parameters asset and type');
  const lines = withoutTail(records, day.count);
  const isColumn = lines.length === day.count;
  const values = isColumn
    ? lines.map(({ line, cells }) => ({ line, value: cells.join(text.delimiter) }))
    : lines.flatMap(({ line, cells }) => cells.map((value) => ({ line, value })));
  const cells = values.map((cell) => ({ ...cell, asset, type }));
  const reading = { isDay: true, mark: markOf(text, cells) };
  return rowsOrProblems(
    cells.map((cell) => {
      const value = numberOf(cell, reading);
      return typeof value === 'object' && value !== null ? value : { ...cell, startAt: '', endAt: '', value };
    }),
  );
}

// What a spreadsheet writes below its last line is no gap.
function withoutTail(records: readonly CsvRecord[], count: number): readonly CsvRecord[] {
  let end = records.length;
  for (let last = records[end - 1]; end > count && last !== undefined && isBlank(last); last = records[end - 1])
    end -= 1;
  return records.slice(0, end);
}

function numberOf(cell: ValueCell, { isDay, mark }: ValueReading): number | null | Problem {
  const { line, value } = cell;
  if (isDay && value === '') return null;
  const reading = { mark, unit: unitOf(cell) };
  const read = readNumber(value, reading);
  if (read.kind === 'number') return read.value;
  const text = `${JSON.stringify(value.slice(0, 40))} ${numberProblem(value, reading) ?? 'is not a number'}`;
  return { rule: 'csv', place: linePlace(line, 'value'), line, text };
}

type Columns = ReadonlyMap<CsvColumn, number>;

function columnsOf(head: CsvRecord, { pair, day }: CsvReading): Columns | CsvRows {
  const takes = CSV_COLUMNS.filter((column) => isWanted(column, { pair, day }));
  const columns = new Map<CsvColumn, number>();
  const wrong = (text: string) => refused(linePlace(head.line), text);
  for (const [index, cell] of head.cells.entries()) {
    const column = takes.find((name) => name.toLowerCase() === cell.toLowerCase());
    if (column === undefined)
      return wrong(`there is no column ${JSON.stringify(cell.slice(0, 40))}; it takes ${takes.join(', ')}`);
    if (columns.has(column)) return wrong(`the column ${column} is there twice`);
    columns.set(column, index);
  }
  const missing = takes.find((column) => !columns.has(column));
  if (missing === undefined) return columns;
  const orName = missing === 'asset' || missing === 'type' ? `; or name it with the parameter ${missing}` : '';
  return wrong(`the column ${missing} is missing${orName}`);
}

/** A day has no instants; what a parameter names is no column. */
function isWanted(column: CsvColumn, { pair, day }: CsvReading): boolean {
  if (column === 'asset' || column === 'type') return pair[column] === undefined;
  return column === 'value' || day === undefined;
}

function rowsOrProblems(found: readonly (CsvRow | Problem)[]): CsvRows {
  const problems = found.filter((one) => 'rule' in one);
  if (problems.length <= MOST_PROBLEMS) return { rows: found.filter((one) => 'asset' in one), problems };
  const text = `and ${problems.length - MOST_PROBLEMS} more problems`;
  return { rows: [], problems: [...problems.slice(0, MOST_PROBLEMS), { rule: 'csv', place: 'body', text }] };
}

/** How a place in a file is written. */
export function linePlace(line: number, column?: string): string {
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
}

function refused(place: string, text: string): CsvRows {
  const line = /^line (\d{1,9})/.exec(place)?.[1];
  return { rows: [], problems: [{ rule: 'csv', place, text, ...(line === undefined ? {} : { line: Number(line) }) }] };
}
