import { charactersOf, displayWidth } from './display-width.ts';

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
