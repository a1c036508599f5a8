/** One record of a CSV file, and the line that it begins on. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvText {
  readonly delimiter: string;
  readonly records: readonly CsvRecord[];
}

const DELIMITERS = [';', '\t', ','];

/**
 * Reads CSV as spreadsheets write it: with a mark at its begin or without, with commas, semicolons or tabs, with any
 * ends of lines, with quotes around cells. Throws for a quote that nobody closes.
 */
export function parseCsv(text: string): CsvText {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [head = ''] = body.split(/\r\n|\r|\n/, 1);
  const delimiter = DELIMITERS.find((one) => head.includes(one)) ?? ',';
  const records: CsvRecord[] = [];
  let [line, at] = [1, 0];
  while (at < body.length) {
    const record = readRecord(body, at, { delimiter, line });
    if (record.cells.some((cell) => cell !== '')) records.push({ line, cells: record.cells });
    ({ next: at, nextLine: line } = record);
  }
  return { delimiter, records };
}

interface Read {
  readonly cells: string[];
  readonly next: number;
  readonly nextLine: number;
}

function readRecord(body: string, from: number, { delimiter, line }: { delimiter: string; line: number }): Read {
  const cells: string[] = [];
  let [at, nextLine] = [from, line];
  for (;;) {
    const cell = body[at] === '"' ? quotedCell(body, at, nextLine) : plainCell(body, at, delimiter);
    cells.push(cell.text.trim());
    nextLine += cell.text.split(/\r\n|\r|\n/).length - 1;
    at = cell.end;
    if (body[at] !== delimiter) break;
    at += 1;
  }
  if (at < body.length && body[at] !== '\r' && body[at] !== '\n')
    throw new Error(
      `line ${nextLine}: what follows a closing quote must be ${JSON.stringify(delimiter)} or a new line`,
    );
  const ends = body.startsWith('\r\n', at) ? 2 : 1;
  return { cells, next: at + ends, nextLine: nextLine + 1 };
}

function plainCell(body: string, from: number, delimiter: string) {
  let end = from;
  while (end < body.length && body[end] !== delimiter && body[end] !== '\r' && body[end] !== '\n') end += 1;
  return { text: body.slice(from, end), end };
}

function quotedCell(body: string, from: number, line: number) {
  let [text, at] = ['', from + 1];
  for (;;) {
    const quote = body.indexOf('"', at);
    if (quote === -1) throw new Error(`line ${line}: a quote is not closed`);
    text += body.slice(at, quote);
    if (body[quote + 1] !== '"') return { text, end: quote + 1 };
    text += '"';
    at = quote + 2;
  }
}
