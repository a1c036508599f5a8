import type { PairName } from '@setpoint/contract';

/**
 * One command as it is stored and as every answer lists it. Only `writeCommand` writes it:
 *
 *     {"asset":"grid","type":"activePowerkW","entries":[{"startAt":"…","endAt":"…","value":5},{…}]}
 *
 * Entries are in the order of time. No name or instant contains a quote, a brace or a bracket, so where
 * parsing everything would be too slow, the functions of this folder look for the marks below instead.
 */
export type CommandText = string;

/** What is set on a site: the text of each pair that has entries. */
export type SetTexts = ReadonlyMap<PairName, CommandText>;

/** What a batch does to one pair: null clears it. */
export interface Change {
  readonly pair: PairName;
  readonly text: CommandText | null;
}

export const BEFORE_START = '{"startAt":"';
export const BEFORE_END = '","endAt":"';
export const BEFORE_VALUE = '","value":';
export const BETWEEN_ENTRIES = '},{';
