/** One record of a CSV file, and the line that it begins on. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvText {
  readonly delimiter: string;
  /** Whether its first line has the delimiter; if not, it is a guess. */
  readonly isDelimited: boolean;
  /** Empty lines are records too: one empty cell. */
  readonly records: readonly CsvRecord[];
  /** What ended the reading early. */
  readonly fault?: CsvFault;
}

interface CsvFault {
  readonly line: number;
  readonly text: string;
}

// A text of one column may have commas in its numbers.
const DELIMITERS = [';', '\t', ','];
const ONE_COLUMN = ';';
// Ten commands of 1,500 entries have 75,000.
const MOST_CELLS = 100_000;
// An instant has 40 at most.
const MOST_CHARS = 256;

// Files that were put together, each with its own. Taken for white space, it would be no part of the first cell.
const TWO_MARKS: CsvText = {
  delimiter: ONE_COLUMN,
  isDelimited: false,
  records: [],
  fault: { line: 1, text: 'there are two byte order marks' },
};

/**
 * Reads CSV as spreadsheets write it: with a mark at its begin or without, with commas, semicolons or tabs, with any
 * ends of lines, with quotes around cells.
 */
export function parseCsv(text: string): CsvText {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (body.startsWith('\uFEFF') && body !== text) return TWO_MARKS;
  const [head = ''] = body.split(/\r\n|\r|\n/, 1);
  const found = DELIMITERS.find((one) => head.includes(one));
  const [delimiter, isDelimited] = [found ?? ONE_COLUMN, found !== undefined];
  const records: CsvRecord[] = [];
  let [line, at, room] = [1, 0, MOST_CELLS];
  while (at < body.length) {
    const record = readRecord(body, at, { delimiter, line, room });
    if (record.kind === 'fault') return { delimiter, isDelimited, records, fault: record };
    records.push({ line, cells: record.cells });
    room -= record.cells.length;
    ({ next: at, nextLine: line } = record);
  }
  return { delimiter, isDelimited, records };
}

export function isBlank({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell === '');
}

type Read =
  | { readonly kind: 'record'; readonly cells: string[]; readonly next: number; readonly nextLine: number }
  | ({ readonly kind: 'fault' } & CsvFault);

interface Reading {
  readonly delimiter: string;
  readonly line: number;
  /** How many more cells are read. */
  readonly room: number;
}

function readRecord(body: string, from: number, { delimiter, line, room }: Reading): Read {
  const cells: string[] = [];
  let [at, nextLine] = [from, line];
  for (;;) {
    const cell = body[at] === '"' ? quotedCell(body, at) : plainCell(body, at, delimiter);
    if ('fault' in cell) return { kind: 'fault', line: nextLine, text: cell.fault };
    cells.push(cell.text.trim());
    if (cells.length > room)
      return { kind: 'fault', line: nextLine, text: `at most ${MOST_CELLS} cells are read; send it in parts` };
    nextLine += cell.text.split(/\r\n|\r|\n/).length - 1;
    at = cell.end;
    if (body[at] !== delimiter) break;
    at += 1;
  }
  if (at < body.length && body[at] !== '\r' && body[at] !== '\n') {
    const text = `what follows a closing quote must be ${JSON.stringify(delimiter)} or a new line`;
    return { kind: 'fault', line: nextLine, text };
  }
  const ends = body.startsWith('\r\n', at) ? 2 : 1;
  return { kind: 'record', cells, next: at + ends, nextLine: nextLine + 1 };
}

type Cell = { readonly text: string; readonly end: number } | { readonly fault: string };

const TOO_LONG: Cell = { fault: `a cell may have at most ${MOST_CHARS} characters` };

function plainCell(body: string, from: number, delimiter: string): Cell {
  let end = from;
  while (end < body.length && body[end] !== delimiter && body[end] !== '\r' && body[end] !== '\n') end += 1;
  return end - from > MOST_CHARS ? TOO_LONG : { text: body.slice(from, end), end };
}

function quotedCell(body: string, from: number): Cell {
  let [text, at] = ['', from + 1];
  for (;;) {
    const quote = body.indexOf('"', at);
    if (quote === -1) return { fault: 'a quote is not closed' };
    // Of pairs of quotes alone, each would make a text of its own.
    if (quote - from > 2 * MOST_CHARS + 1) return TOO_LONG;
    text += body.slice(at, quote);
    if (body[quote + 1] !== '"') return text.length > MOST_CHARS ? TOO_LONG : { text, end: quote + 1 };
    text += '"';
    at = quote + 2;
  }
}
