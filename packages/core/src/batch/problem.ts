import type { Direction, PairName } from '@setpoint/contract';

/** One thing that is wrong with a request: the rule it breaks, where, and in words. */
export interface Problem {
  readonly rule: Rule;
  /** A path into the request, such as `schedules[2].entries[14]`; of CSV, a line and a column. */
  readonly place: string;
  /** Of CSV: the line. */
  readonly line?: number;
  readonly text: string;
  readonly pair?: PairName;
  /** What it clashes with: another path into the request. */
  readonly clashesWith?: string;
  readonly uncovered?: Uncovered;
}

/** Every rule, and when it is broken. */
export const RULE_MEANING = {
  request: 'the request as a whole cannot be taken, such as one that gives two things of which only one may be given',
  query: 'a query parameter is unknown, missing, given twice or wrong',
  header: 'a header is wrong',
  json: 'the body cannot be read: it is not JSON, not UTF-8, not the gzip that it is said to be, or it ends early',
  value: 'a value of the right shape cannot be taken, such as an end in the past or an id that is named twice',
  csv: 'a CSV file has no such column, a cell that is not a number, or a quote that is not closed',
  schema: 'the body is not of the right shape, or something is missing',
  instant: 'a time is not an RFC 3339 instant with seconds and an offset',
  empty_interval: 'an end is not after its start',
  value_range: 'a value is outside of what its command takes',
  unsupported_pair: 'the asset does not have this type of command',
  duplicate_pair: 'the same pair is named twice',
  too_many_entries: 'a command has more than 1,500 entries',
  overlap: 'two entries of a command overlap',
  exclusive: 'two commands of the storage exclude each other',
  limits_crossed: 'the lower limit is above the upper limit',
  outside_window: 'an entry lies outside of the window of a splice',
  series:
    'the values of a local day or a series do not make entries: such as 96 values for a day of 92 quarters of an hour',
  activation_exceeds_booking: 'an activation is not covered by what is booked',
} as const;

export type Rule = keyof typeof RULE_MEANING;

/** A part of an activation that exceeds what is booked. */
export interface Uncovered {
  readonly direction: Direction;
  readonly startMs: number;
  readonly endMs: number;
  readonly neededKw: number;
  readonly bookedKw: number;
}

export function commandPlace(command: number): string {
  return `schedules[${command}]`;
}

export function entryPlace(command: number, entry: number): string {
  return `schedules[${command}].entries[${entry}]`;
}
