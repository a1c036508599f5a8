/** What a number as a person or a spreadsheet writes it says. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** It says one thing to one reader and another to the next: both, the one with more digits first. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [number, number] }
  | { readonly kind: 'none' };

export type DecimalMark = ',' | '.';

export interface NumberReading {
  /** The decimal mark of the file, where it says so. */
  readonly mark?: DecimalMark | undefined;
  /** A unit that may stand behind it. */
  readonly unit?: string | undefined;
}

// Longer ones are no numbers of a schedule, and need not be looked at.
const MOST_CHARS = 64;
// A thousand to one reader, a decimal to the next.
const ONE_GROUP = /^[1-9]\d{0,2}([.,])\d{3}$/;

/** The forms of a number that can be read, but for its sign, and how each is written plainly. */
const FORMS: readonly (readonly [form: RegExp, plain: (digits: string) => string])[] = [
  [/^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i, (digits) => digits],
  [/^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/, (digits) => digits.replaceAll(/[ '’]/g, '').replace(',', '.')],
  [/^\d+,\d+$/, (digits) => digits.replace(',', '.')],
  [/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, (digits) => digits.replaceAll(',', '')],
  [/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/, (digits) => digits.replaceAll('.', '').replace(',', '.')],
];
const NONE: ReadNumber = { kind: 'none' };

/**
 * Reads a number that a person typed or a spreadsheet wrote. What can be read in two ways, as `1.200` or `1,200`, is
 * not read, unless its mark is known to be the decimal mark.
 */
export function readNumber(text: string, { mark, unit }: NumberReading = {}): ReadNumber {
  const { sign, digits } = partsOf(text, unit);
  const factor = sign === '-' || sign === '−' ? -1 : 1;
  const group = ONE_GROUP.exec(digits)?.[1];
  if (group !== undefined && group !== mark) {
    const [grouped, decimal] = [digits.replace(group, ''), digits.replace(group, '.')];
    return { kind: 'ambiguous', readings: [factor * Number(grouped), factor * Number(decimal)] };
  }
  if (group !== undefined) return finite(factor * Number(digits.replace(group, '.')));
  const plain = FORMS.find(([form]) => form.test(digits))?.[1](digits);
  return plain === undefined ? NONE : finite(factor * Number(plain));
}

/** The decimal mark that a number proves its writer to use: it can be nothing else. */
export function provenMark(text: string, unit?: string): DecimalMark | undefined {
  const { digits } = partsOf(text, unit);
  if (ONE_GROUP.test(digits)) return undefined;
  if (/^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/.test(digits)) return ',';
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/.test(digits) ? '.' : undefined;
}

/** A number in the form that can be read in one way only: 1.2, and 1.2340 in place of 1.234. */
export function plainNumber(value: number): string {
  const text = String(value);
  return ONE_GROUP.test(partsOf(text).digits) ? `${text}0` : text;
}

/** Why a text is no number, in words that can follow it. */
export function numberProblem(text: string, reading?: NumberReading): string | undefined {
  const read = readNumber(text, reading);
  if (read.kind === 'number') return undefined;
  if (read.kind === 'none') return 'is not a number';
  const [grouped, decimal] = read.readings.map(plainNumber);
  return `can be read as ${grouped} or as ${decimal}: write ${grouped} or ${decimal}`;
}

function partsOf(text: string, unit?: string): { readonly sign: string; readonly digits: string } {
  if (text.length > MOST_CHARS) return { sign: '', digits: '' };
  const trimmed = text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').trim();
  const bare = unit !== undefined && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trimEnd() : trimmed;
  const [, sign = '', digits = ''] = /^([+\-−]?)(.*)$/.exec(bare) ?? [];
  return { sign, digits };
}

function finite(value: number): ReadNumber {
  // A minus before a zero says nothing.
  return Number.isFinite(value) ? { kind: 'number', value: value === 0 ? 0 : value } : NONE;
}
