import { parseTime, timeText } from './parse-time.ts';
import type { DraftRow, Field } from './read-rows.ts';

export interface Paste {
  readonly text: string;
  /** The field it was pasted into. */
  readonly at: { readonly rowIndex: number; readonly field: Field };
  readonly timeZone: string;
}

const STEP_MS = 15 * 60_000;
const FIELDS: readonly Field[] = ['from', 'to', 'value'];

/**
 * The rows after cells of a spreadsheet were pasted into them; undefined for a text that fits into one field. A column
 * fills its field downwards; each row that is added starts where the last one ends and is as long.
 */
export function pasteRows(rows: readonly DraftRow[], { text, at, timeZone }: Paste): DraftRow[] | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  const width = Math.max(...cells.map((line) => line.length));
  if (cells.length === 1 && width === 1) return undefined;
  const first = width === 1 ? FIELDS.indexOf(at.field) : 0;
  const fields = width === 2 ? (['from', 'value'] as const) : FIELDS.slice(first, first + width);
  const next = [...rows];
  cells.forEach((line, index) => {
    const place = at.rowIndex + index;
    const row = next[place] ?? rowAfter(next.at(-1), timeZone);
    const pasted = Object.fromEntries(fields.map((field, column) => [field, line[column] ?? '']));
    next[place] = { ...row, ...pasted };
  });
  return width === 2 ? withEnds(next, at.rowIndex, timeZone) : next;
}

/** A row that starts where another ends and is as long; from the next quarter hour on if that is not before. */
export function rowAfter(row: DraftRow | undefined, timeZone: string, now = Number.NEGATIVE_INFINITY): DraftRow {
  const id = crypto.randomUUID();
  if (row === undefined) return { id, from: '', to: '', value: '' };
  const [from, to] = [parseTime(row.from, timeZone), parseTime(row.to, timeZone)];
  if (to.kind !== 'instant') return { id, from: row.to, to: '', value: row.value };
  const length = from.kind === 'instant' && to.ms > from.ms ? to.ms - from.ms : STEP_MS;
  const startMs = to.ms >= now ? to.ms : Math.ceil(now / STEP_MS) * STEP_MS;
  return { id, from: timeText(startMs, timeZone), to: timeText(startMs + length, timeZone), value: row.value };
}

// Only starts and values: each entry lasts until the next, the last one as long as the one before.
function withEnds(rows: readonly DraftRow[], firstIndex: number, timeZone: string): DraftRow[] {
  return rows.map((row, index) => {
    if (index < firstIndex) return row;
    const following = rows[index + 1];
    if (following !== undefined) return { ...row, to: following.from };
    const before = rows[index - 1];
    const length = before === undefined ? STEP_MS : lengthBetween(before.from, row.from, timeZone);
    const from = parseTime(row.from, timeZone);
    return from.kind === 'instant' ? { ...row, to: timeText(from.ms + length, timeZone) } : row;
  });
}

function lengthBetween(one: string, other: string, timeZone: string): number {
  const [from, to] = [parseTime(one, timeZone), parseTime(other, timeZone)];
  return from.kind === 'instant' && to.kind === 'instant' && to.ms > from.ms ? to.ms - from.ms : STEP_MS;
}
