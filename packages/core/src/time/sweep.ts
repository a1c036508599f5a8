import type { PairName } from '@setpoint/contract';
import type { Series } from './series.ts';
import type { Commands, Values } from './values-at.ts';

/** From one instant up to but not including another. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Slice extends Window {
  /** Valid for this slice only: the next slice gets the same object, changed. */
  readonly values: Values;
}

interface Cursor {
  readonly pair: PairName;
  readonly series: Series;
  next: number;
  /** When the value changes next: always later than the instant it was looked up for. */
  untilMs: number;
}

const NEVER = { startMs: Number.POSITIVE_INFINITY, endMs: Number.POSITIVE_INFINITY, value: Number.NaN };

/** Visits the slices of a window in which no value changes, in order, until a visitor returns false. */
export function sweep(commands: Commands, { fromMs: startMs, toMs: endMs }: Window, visit: Visit): void {
  const values: { [Pair in PairName]?: number | undefined } = {};
  const cursors = [...commands].map(([pair, series]): Cursor => ({ pair, series, next: 0, untilMs: startMs }));
  for (let fromMs = startMs; fromMs < endMs;) {
    let toMs = endMs;
    for (const cursor of cursors) {
      if (cursor.untilMs <= fromMs) values[cursor.pair] = advance(cursor, fromMs);
      if (cursor.untilMs < toMs) toMs = cursor.untilMs;
    }
    if (visit({ fromMs, toMs, values }) === false) return;
    fromMs = toMs;
  }
}

type Visit = (slice: Slice) => boolean | void;

function advance(cursor: Cursor, atMs: number): number | undefined {
  const { series } = cursor;
  while ((series[cursor.next]?.endMs ?? Number.POSITIVE_INFINITY) <= atMs) cursor.next += 1;
  const { startMs, endMs, value } = series[cursor.next] ?? NEVER;
  cursor.untilMs = startMs <= atMs ? endMs : startMs;
  return startMs <= atMs ? value : undefined;
}
