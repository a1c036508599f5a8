import type { PairName } from '@setpoint/contract';

/**
 * One command as it is stored, and as every answer lists it; `writeCommand` is its only writer:
 *
 *     {"asset":"grid","type":"activePowerkW","entries":[{"startAt":"…","endAt":"…","value":5},{…}]}
 *
 * Entries stand in the order of time. No name or instant contains a quote, a brace or a bracket,
 * so this folder may find its way by the marks below where parsing everything would be too slow.
 */
export type CommandText = string;

/** What is set on a site: the text of each pair that has entries. */
export type SetTexts = ReadonlyMap<PairName, CommandText>;

/** What one batch does to one pair; null clears it. */
export interface Change {
  readonly pair: PairName;
  readonly text: CommandText | null;
}

export const BEFORE_START = '{"startAt":"';
export const BEFORE_END = '","endAt":"';
export const BEFORE_VALUE = '","value":';
export const BETWEEN_ENTRIES = '},{';
