import { hash } from 'node:crypto';

/** The text of a device tree, taken apart: its numbers change with each report, the rest hardly ever. */
export interface SplitTree {
  readonly shape: string;
  /** Names the shape. */
  readonly shapeHash: string;
  /** In their order, with commas between them. */
  readonly numbers: string;
}

// JSON writes it as an escape sequence: it is in no text.
export const NUMBER_MARK = '\u0001';
const NUMBER = /:-?\d[\d.eE+-]*/g;
const HASH_DIGITS = 16;

/** Takes the text of a device tree apart, as `JSON.stringify` writes it; `joinTree` gives it back to the letter. */
export function splitTree(tree: string): SplitTree {
  const numbers: string[] = [];
  const shape = tree.replace(NUMBER, (number) => {
    numbers.push(number.slice(1));
    return `:${NUMBER_MARK}`;
  });
  return { shape, shapeHash: hash('sha256', shape, 'hex').slice(0, HASH_DIGITS), numbers: numbers.join(',') };
}
