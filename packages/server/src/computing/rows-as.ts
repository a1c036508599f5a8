import { plainNumber } from '@setpoint/contract';
import type { WrittenAs } from './answer.ts';

type Cell = string | number | boolean | null | undefined;

/** A table, as spreadsheets read it. */
export interface Table<Column extends string = string> {
  readonly columns: readonly Column[];
  readonly rows: Iterable<Readonly<Partial<Record<Column, Cell>>>>;
}

/** The texts of an answer as JSON, or of its table. */
export function rowsAs<Column extends string>(
  writtenAs: WrittenAs,
  answer: { readonly json: () => Iterable<string>; readonly table: () => Table<Column> },
): Iterable<string> {
  return writtenAs === 'json' ? answer.json() : csvTexts(answer.table());
}

function* csvTexts<Column extends string>({ columns, rows }: Table<Column>): Generator<string> {
  yield `${columns.join(',')}\r\n`;
  for (const row of rows) yield `${columns.map((column) => cellText(row[column])).join(',')}\r\n`;
}

const TO_QUOTE = /[",\r\n]/;

function cellText(cell: Cell): string {
  const text = typeof cell === 'number' ? plainNumber(cell) : String(cell ?? '');
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
