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
const PLAIN = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const DECIMAL_COMMA = /^\d+,\d+$/;
const ONE_GROUP = /^[1-9]\d{0,2},\d{3}$/;
const ONE_POINT_GROUP = /^[1-9]\d{0,2}\.\d{3}$/;
const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const SPACE_GROUPS = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/;
const NONE: ReadNumber = { kind: 'none' };

/**
 * Reads a number that a person typed or a spreadsheet wrote. A point is the decimal mark; a comma is one only where it
 * can be nothing else, or where it is known to be. What can be read in two ways is not read.
 */
export function readNumber(text: string, { hasDecimalCommas = false, unit }: NumberReading = {}): ReadNumber {
  if (text.length > MOST_CHARS) return NONE;
  const bare = withoutUnit(text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').trim(), unit);
  const [, sign = '', digits = ''] = /^([+\-−]?)(.*)$/.exec(bare) ?? [];
  const isMinus = sign === '-' || sign === '−';
  const numberOf = (plain: string): ReadNumber => finite(isMinus ? -Number(plain) : Number(plain));
  const ambiguous = (grouped: string, decimal: string): ReadNumber => {
    const [large, small] = [Number(grouped), Number(decimal)];
    return { kind: 'ambiguous', readings: isMinus ? [-large, -small] : [large, small] };
  };
  if (hasDecimalCommas && ONE_POINT_GROUP.test(digits)) return ambiguous(digits.replace('.', ''), digits);
  if (PLAIN.test(digits)) return numberOf(digits);
  if (SPACE_GROUPS.test(digits)) return numberOf(digits.replaceAll(/[ '’]/g, '').replace(',', '.'));
  if (!hasDecimalCommas && ONE_GROUP.test(digits)) return ambiguous(digits.replace(',', ''), digits.replace(',', '.'));
  if (DECIMAL_COMMA.test(digits)) return numberOf(digits.replace(',', '.'));
  if (COMMA_GROUPS.test(digits)) return numberOf(digits.replaceAll(',', ''));
  if (POINT_GROUPS.test(digits)) return numberOf(digits.replaceAll('.', '').replace(',', '.'));
  return NONE;
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
