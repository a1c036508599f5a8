import type { Window } from '../time/sweep.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

interface Kept {
  /** From when on the means of minutes are kept. */
  readonly minutesFrom: number;
  readonly now: number;
}

/** The slots that lie wholly in a window and are over: minutes, or quarters of an hour where not all minutes are kept. */
export function slotsOver({ fromMs, toMs }: Window, { minutesFrom, now }: Kept): Window[] {
  const minutesAt = Math.ceil(minutesFrom / QUARTER_MS) * QUARTER_MS;
  const endMs = Math.min(toMs, now);
  const quarters = slotsOf(QUARTER_MS, fromMs, Math.min(endMs, minutesAt));
  return [...quarters, ...slotsOf(MINUTE_MS, Math.max(fromMs, minutesAt), endMs)];
}

function slotsOf(lengthMs: number, fromMs: number, toMs: number): Window[] {
  const slots: Window[] = [];
  for (let at = Math.ceil(fromMs / lengthMs) * lengthMs; at + lengthMs <= toMs; at += lengthMs) {
    slots.push({ fromMs: at, toMs: at + lengthMs });
  }
  return slots;
}
