import type { Direction } from '@setpoint/contract';
import type { Interval, Series } from '../time/series.ts';
import type { Uncovered } from './problem.ts';

export interface Bookings {
  readonly import: Series;
  readonly export: Series;
}

/** A part of an activation that exceeds its bookings, and the interval of the activation it belongs to. */
export interface Misfit extends Uncovered {
  readonly intervalIndex: number;
}

/** Returns where an activation exceeds what is booked in its direction. */
export function fitActivation(activation: Series, bookings: Bookings): Misfit[] {
  const misfits: Misfit[] = [];
  const next = { import: 0, export: 0 };
  activation.forEach((interval, intervalIndex) => {
    if (interval.value === 0) return;
    const direction = interval.value > 0 ? 'import' : 'export';
    next[direction] = skipEnded(bookings[direction], next[direction], interval.startMs);
    for (const uncovered of findUncovered(interval, bookings[direction], direction, next[direction])) {
      misfits.push({ ...uncovered, intervalIndex });
    }
  });
  return misfits;
}

function skipEnded(booked: Series, from: number, atMs: number): number {
  let index = from;
  while (index < booked.length && (booked[index]?.endMs ?? 0) <= atMs) index += 1;
  return index;
}

//  activation   |-----------needed-----------|
//  booked     |----ok----|  |--too low--|----ok----|
//  uncovered             |__|___________|
function findUncovered(interval: Interval, booked: Series, direction: Direction, from: number): Uncovered[] {
  const neededKw = Math.abs(interval.value);
  const uncovered: Uncovered[] = [];
  let reachedMs = interval.startMs;
  const fall = (endMs: number, bookedKw: number) => {
    if (endMs <= reachedMs) return;
    const last = uncovered.at(-1);
    // A booking of 0 is the same as none.
    const isSame = last?.endMs === reachedMs && last.bookedKw === bookedKw;
    const startMs = isSame ? uncovered.pop()?.startMs : undefined;
    uncovered.push({ direction, startMs: startMs ?? reachedMs, endMs, neededKw, bookedKw });
  };
  for (let index = from; reachedMs < interval.endMs; index += 1) {
    const booking = booked[index];
    if (booking === undefined || booking.startMs >= interval.endMs) break;
    fall(booking.startMs, 0);
    reachedMs = Math.max(reachedMs, booking.startMs);
    const endMs = Math.min(booking.endMs, interval.endMs);
    if (booking.value < neededKw) fall(endMs, booking.value);
    reachedMs = endMs;
  }
  fall(interval.endMs, 0);
  return uncovered;
}
