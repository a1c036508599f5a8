import type { RandomSource } from '@setpoint/server/testing/random-source';

export type Slot = { readonly from: number; readonly to: number };

const hourMs = 3_600_000;

const usualDay = Date.UTC(2026, 2, 29);

const firstInstants = [
  usualDay,
  Date.UTC(1970, 0, 1),
  Date.UTC(1999, 11, 31, 12),
  Date.UTC(2000, 1, 28, 12),
  Date.UTC(2100, 1, 28, 12),
  Date.UTC(2026, 9, 25),
  Date.UTC(9999, 11, 29),
];

const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const slotsAtTheEnds: readonly Slot[] = [
  { from: 0, to: 1 },
  { from: 0, to: lastInstant },
  { from: lastInstant - 1, to: lastInstant },
];

/** Up to six slots in order, never overlapping, that touch, leave one millisecond or leave hours. */
export function drawSlots(source: RandomSource): readonly Slot[] {
  if (source.chance(0.02)) return [source.pick(slotsAtTheEnds)];
  const day = source.chance(0.93) ? usualDay : source.pick(firstInstants);
  const slots: Slot[] = [];
  let cursor = day + source.below(5) * hourMs;
  for (let count = source.between(1, 6); count > 0; count--) {
    const to = cursor + source.between(1, 3) * hourMs + drawJitter(source);
    slots.push({ from: cursor, to });
    cursor = to + drawGap(source);
  }
  return slots;
}

/** A whole series of touching slots, as a client sends for a day or longer. */
export function drawSeries(source: RandomSource): readonly Slot[] {
  const count = source.pick([24, 92, 96, 100, 100, 288, 1500]);
  const lengthMs = source.pick([900_000, 300_000, 1]);
  return Array.from({ length: count }, (_, index) => ({
    from: usualDay + index * lengthMs,
    to: usualDay + (index + 1) * lengthMs,
  }));
}

function drawJitter(source: RandomSource): number {
  return source.chance(0.9) ? 0 : source.pick([-1, 1, 500, 900_000]);
}

function drawGap(source: RandomSource): number {
  return source.chance(0.7) ? 0 : source.pick([1, 1, hourMs, 2 * hourMs]);
}
