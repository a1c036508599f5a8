/** What a number as a person or a spreadsheet writes it says. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** It says one thing to one reader and another to the next: both, the one with more digits first. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [number, number] }
  | { readonly kind: 'none' };

export interface NumberReading {
  /** Whether a comma is known to be a decimal comma: the file says so. */
  readonly hasDecimalCommas?: boolean;
  /** A unit that may stand behind it. */
  readonly unit?: string;
}

// Longer ones are no numbers of a schedule, and need not be looked at.
const MOST_CHARS = 64;
const ONE_GROUP = /^[1-9]\d{0,2},\d{3}$/;
const ONE_POINT_GROUP = /^[1-9]\d{0,2}\.\d{3}$/;

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
 * Reads a number that a person typed or a spreadsheet wrote. A point is the decimal mark; a comma is one only where it
 * can be nothing else, or where it is known to be. What can be read in two ways is not read.
 */
export function readNumber(text: string, { hasDecimalCommas = false, unit }: NumberReading = {}): ReadNumber {
  if (text.length > MOST_CHARS) return NONE;
  const bare = withoutUnit(text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').trim(), unit);
  const [, sign = '', digits = ''] = /^([+\-−]?)(.*)$/.exec(bare) ?? [];
  return readDigits(digits, { hasDecimalCommas, factor: /[-−]/.test(sign) ? -1 : 1 });
}

interface Signed {
  readonly hasDecimalCommas: boolean;
  readonly factor: 1 | -1;
}

function readDigits(digits: string, { hasDecimalCommas, factor }: Signed): ReadNumber {
  if ((hasDecimalCommas ? ONE_POINT_GROUP : ONE_GROUP).test(digits)) {
    const [grouped, decimal] = [digits.replace(/[.,]/, ''), digits.replace(',', '.')];
    return { kind: 'ambiguous', readings: [factor * Number(grouped), factor * Number(decimal)] };
  }
  const plain = FORMS.find(([form]) => form.test(digits))?.[1](digits);
  return plain === undefined ? NONE : finite(factor * Number(plain));
}

/** The decimal mark that a number proves its writer to use: it can be nothing else. */
export function provenMark(text: string): 'comma' | 'point' | undefined {
  const digits = text.trim().replace(/^[+\-−]/, '');
  if (digits.length > MOST_CHARS || ONE_GROUP.test(digits) || ONE_POINT_GROUP.test(digits)) return undefined;
  if (/^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/.test(digits)) return 'comma';
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/.test(digits) ? 'point' : undefined;
}

/** Why a text is no number, in words that can follow it. */
export function numberProblem(text: string, reading?: NumberReading): string | undefined {
  const read = readNumber(text, reading);
  if (read.kind === 'number') return undefined;
  if (read.kind === 'none') return 'is not a number';
  const [grouped, decimal] = read.readings;
  return `can be read as ${grouped} or as ${decimal}: write ${grouped} or ${decimal}`;
}

function withoutUnit(text: string, unit: string | undefined): string {
  return unit !== undefined && text.endsWith(unit) ? text.slice(0, -unit.length).trimEnd() : text;
}

function finite(value: number): ReadNumber {
  // A minus before a zero says nothing.
  return Number.isFinite(value) ? { kind: 'number', value: value === 0 ? 0 : value } : NONE;
}
