import type { AssetScheduleCommand, ScheduleEntry } from '@setpoint/contract';
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
    value: String(value),
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
    const startMs = readTime(row, 'from', { timeZone, problems });
    const endMs = readTime(row, 'to', { timeZone, problems });
    const value = parseValue(row.value);
    if (value === undefined) problems.push({ rowId: row.id, field: 'value', text: 'Enter a number' });
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

interface Reading {
  readonly timeZone: string;
  readonly problems: FieldProblem[];
}

function readTime(row: DraftRow, field: 'from' | 'to', { timeZone, problems }: Reading): number | undefined {
  const parsed = parseTime(row[field], timeZone);
  if (parsed.kind === 'instant') return parsed.ms;
  const text = parsed.kind === 'twice' ? 'The clock shows this time twice: which one?' : parsed.why;
  const choices = parsed.kind === 'twice' ? parsed.choices : undefined;
  problems.push({ rowId: row.id, field, text, ...(choices === undefined ? {} : { choices }) });
  return undefined;
}

/** `1.5`, or `1,5` as spreadsheets in much of Europe write it; `1,500.5` is accepted too, `1,500` alone is ambiguous. */
export function parseValue(text: string): number | undefined {
  const bare = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-');
  if (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(bare)) return finite(Number(bare));
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(bare)) return finite(Number(bare.replaceAll(',', '')));
  if (/^[+-]?\d+,\d+$/.test(bare) && !/^[+-]?[1-9]\d{0,2},\d{3}$/.test(bare))
    return finite(Number(bare.replace(',', '.')));
  return undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
