import {
  type AssetScheduleCommand,
  numberProblem,
  plainNumber,
  readNumber,
  type ScheduleEntry,
} from '@setpoint/contract';
import { parseTime, timeText } from './parse-time.ts';

/** An entry as it is typed. */
export interface DraftRow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
}

export type Field = 'from' | 'to' | 'value';

/** What is wrong with a field, found without the service. */
export interface FieldProblem {
  readonly rowId: string;
  readonly field: Field;
  readonly text: string;
  /** Texts that would be correct. */
  readonly choices?: readonly string[];
}

export interface ReadRows {
  readonly entries: readonly ScheduleEntry[];
  /** The row of each entry. */
  readonly rowIds: readonly string[];
  readonly problems: readonly FieldProblem[];
}

export function rowsOf({ entries }: Pick<AssetScheduleCommand, 'entries'>, timeZone: string): DraftRow[] {
  return entries.map(({ startAt, endAt, value }) => ({
    id: crypto.randomUUID(),
    from: timeText(Date.parse(startAt), timeZone),
    to: timeText(Date.parse(endAt), timeZone),
    value: plainNumber(value),
  }));
}

/** The same instants, written for another time zone; what cannot be read stays as it is. */
export function rewriteRows(rows: readonly DraftRow[], fromZone: string, toZone: string): DraftRow[] {
  const rewrite = (text: string) => {
    const parsed = parseTime(text, fromZone);
    return parsed.kind === 'instant' ? timeText(parsed.ms, toZone) : text;
  };
  return rows.map((row) => ({ ...row, from: rewrite(row.from), to: rewrite(row.to) }));
}

/** The entries in the rows, by start, and every field that cannot be read. */
export function readRows(rows: readonly DraftRow[], timeZone: string): ReadRows {
  const problems: FieldProblem[] = [];
  const read = rows.flatMap((row) => {
    const startMs = readTime(row, 'from', timeZone, problems);
    const endMs = readTime(row, 'to', timeZone, problems);
    const value = readValue(row, problems);
    if (startMs === undefined || endMs === undefined || value === undefined) return [];
    return [{ rowId: row.id, startMs, endMs, value }];
  });
  read.sort((one, other) => one.startMs - other.startMs);
  return {
    entries: read.map(({ startMs, endMs, value }) => ({
      startAt: new Date(startMs).toISOString(),
      endAt: new Date(endMs).toISOString(),
      value,
    })),
    rowIds: read.map(({ rowId }) => rowId),
    problems,
  };
}

function readTime(row: DraftRow, field: 'from' | 'to', timeZone: string, problems: FieldProblem[]): number | undefined {
  const parsed = parseTime(row[field], timeZone);
  if (parsed.kind === 'instant') return parsed.ms;
  const text = parsed.kind === 'twice' ? 'The clock shows this time twice: which one?' : parsed.why;
  const choices = parsed.kind === 'twice' ? parsed.choices : undefined;
  problems.push({ rowId: row.id, field, text, ...(choices === undefined ? {} : { choices }) });
  return undefined;
}

function readValue(row: DraftRow, problems: FieldProblem[]): number | undefined {
  const read = readNumber(row.value);
  if (read.kind === 'number') return read.value;
  const choices = read.kind === 'ambiguous' ? { choices: read.readings.map(plainNumber) } : {};
  problems.push({ rowId: row.id, field: 'value', text: valueProblem(row.value) ?? '', ...choices });
  return undefined;
}

/** What is wrong with the text of a value. */
export function valueProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a number';
  const problem = numberProblem(text);
  return problem === undefined ? undefined : `“${text.trim()}” ${problem}`;
}
