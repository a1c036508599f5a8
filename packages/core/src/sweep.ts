import type { PairName } from '@setpoint/contract';
import type { Series } from './series.ts';
import type { Commands, Values } from './values-at.ts';

/** From an instant up to another, which it does not include. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Slice extends Window {
  /** Holds for this slice only: it is the same object, changed, in the next. */
  readonly values: Values;
}

interface Cursor {
  readonly pair: PairName;
  readonly series: Series;
  next: number;
  /** Until when the value stays as it is. */
  untilMs: number;
}

const NEVER = { startMs: Number.POSITIVE_INFINITY, endMs: Number.POSITIVE_INFINITY, value: Number.NaN };

/** Visits, in order, the slices of a window in which no value changes; a visitor that returns false ends it. */
export function sweep(commands: Commands, window: Window, visit: (slice: Slice) => boolean | void): void {
  const values: { [Pair in PairName]?: number | undefined } = {};
  const cursors = [...commands].map(([pair, series]): Cursor => ({ pair, series, next: 0, untilMs: window.fromMs }));
  const instants = instantsOf(commands, window);
  for (let index = 0; index < instants.length; index += 1) {
    const fromMs = instants[index] ?? window.toMs;
    const toMs = instants[index + 1] ?? window.toMs;
    if (toMs <= fromMs) continue;
    for (const cursor of cursors) if (cursor.untilMs <= fromMs) values[cursor.pair] = advance(cursor, fromMs);
    if (visit({ fromMs, toMs, values }) === false) return;
  }
}

/** The start of the window and every start and end inside it, in order, some of them more than once. */
function instantsOf(commands: Commands, { fromMs, toMs }: Window): Float64Array {
  const instants = fromMs < toMs ? [fromMs] : [];
  for (const series of commands.values()) {
    for (const { startMs, endMs } of series) {
      if (startMs > fromMs && startMs < toMs) instants.push(startMs);
      if (endMs > fromMs && endMs < toMs) instants.push(endMs);
    }
  }
  return Float64Array.from(instants).sort();
}

function advance(cursor: Cursor, atMs: number): number | undefined {
  const { series } = cursor;
  while ((series[cursor.next]?.endMs ?? Number.POSITIVE_INFINITY) <= atMs) cursor.next += 1;
  const { startMs, endMs, value } = series[cursor.next] ?? NEVER;
  cursor.untilMs = startMs <= atMs ? endMs : startMs;
  return startMs <= atMs ? value : undefined;
}
