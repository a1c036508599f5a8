import { charactersOf, displayWidth } from './display-width.ts';

const USUAL_COLUMNS = 80;

/** What a terminal is sent to show a line in place of the one before; one that went on below could not be replaced. */
export function overLine(line: string, columns: number | undefined): string {
  // A terminal of which nobody said how wide it is has 0 columns.
  const width = columns === undefined || columns < 2 ? USUAL_COLUMNS : columns;
  return `\r\u001B[K${cutToWidth(line, width - 1)}`;
}

const CUT = '…';

/** A text in at most so many columns of a terminal; the end of one that needs more is an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let cut = '';
  for (const character of charactersOf(text)) {
    if (displayWidth(cut + character + CUT) > columns) break;
    cut += character;
  }
  return cut + CUT;
}
