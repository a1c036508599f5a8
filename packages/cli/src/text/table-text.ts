import { displayWidth } from './display-width.ts';
import { printable } from './printable.ts';

const GAP = '  ';

/** Rows under headings, without lines, each column as wide as its widest cell. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(printable));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => displayWidth(cells[column] ?? ''))));
  return lines.map((cells) => lineText(cells, widths)).join('\n');
}

function lineText(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)));
  return padded.join(GAP).trimEnd();
}
