import type { RandomSource } from '@setpoint/server/testing/random-source';
import { type Span, areOverlapping } from './spans-of.ts';

export type Bookings = { readonly imports: readonly Span[]; readonly exports: readonly Span[] };

/** Activations cut out of the bookings: most fit, some miss by one millisecond or by the smallest step. */
export function drawActivation(source: RandomSource, bookings: Bookings): readonly Span[] {
  const wanted = source.between(1, 3);
  const candidates = [
    ...bookings.imports.map((booking) => cutFrom(source, booking, bookings.imports)),
    ...bookings.exports.map((booking) => negated(cutFrom(source, booking, bookings.exports))),
  ];
  const chosen: Span[] = [];
  for (const candidate of source.shuffle(candidates).slice(0, wanted)) {
    const span = source.chance(0.06) ? spoilSpan(source, candidate) : candidate;
    const isFree = !chosen.some((other) => areOverlapping(span, other));
    if (isFree && span.from < span.to) chosen.push(span);
  }
  return chosen;
}

function cutFrom(source: RandomSource, booking: Span, bookings: readonly Span[]): Span {
  const next = bookings.find(({ from }) => from === booking.to);
  const last = next !== undefined && source.chance(0.5) ? next : booking;
  const most = Math.min(booking.value, last.value);
  const quarter = Math.floor((booking.to - booking.from) / 4);
  return {
    from: booking.from + source.pick([0, 0, 1, quarter]),
    to: last.to - source.pick([0, 0, 1, quarter]),
    value: source.pick([most, most, most / 2, 0]),
  };
}

function negated(span: Span): Span {
  return { ...span, value: 0 - span.value };
}

function spoilSpan(source: RandomSource, span: Span): Span {
  return source.pick([
    { ...span, value: span.value * (1 + Number.EPSILON) + Number.MIN_VALUE },
    { ...span, value: 0 - span.value },
    { ...span, value: span.value + 50 },
    { ...span, from: Math.max(0, span.from - 1) },
    { ...span, from: span.from + 2, to: span.to + 2 },
  ]);
}
