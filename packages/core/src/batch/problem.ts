import type { Direction, PairName } from '@setpoint/contract';

/** One thing that is wrong with a request: the rule it breaks, where, and in words. */
export interface Problem {
  readonly rule: Rule;
  /** A path into the request, such as `schedules[2].entries[14]`. */
  readonly place: string;
  readonly text: string;
  readonly pair?: PairName;
  /** What it clashes with: another path into the request. */
  readonly clashesWith?: string;
  readonly uncovered?: Uncovered;
}

export type Rule =
  | 'schema'
  | 'instant'
  | 'empty_interval'
  | 'value_range'
  | 'unsupported_pair'
  | 'duplicate_pair'
  | 'too_many_entries'
  | 'overlap'
  | 'exclusive'
  | 'limits_crossed'
  | 'outside_window'
  | 'series'
  | 'activation_exceeds_booking';

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
