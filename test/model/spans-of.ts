import type { Entry } from './is-schedule-request.ts';
import { parseInstant } from './parse-instant.ts';

/** An entry on the time line: [from, to) in milliseconds. */
export type Span = { readonly from: number; readonly to: number; readonly value: number };

/** Only for entries whose timestamps have been found valid; a bad one becomes NaN and matches nothing. */
export function spansOf(entries: readonly Entry[]): readonly Span[] {
  return entries.map(({ startAt, endAt, value }) => ({
    from: parseInstant(startAt) ?? Number.NaN,
    to: parseInstant(endAt) ?? Number.NaN,
    value,
  }));
}

export function areOverlapping(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}
