import type { PairName } from '@setpoint/contract';
import { firstIndex } from './first-index.ts';
import type { Interval, Series } from './series.ts';

export type Commands = ReadonlyMap<PairName, Series>;

/** The value of each pair at one instant; a pair without one is left out or undefined. */
export type Values = { readonly [Pair in PairName]?: number | undefined };

/** Finds the values of one instant, in time logarithmic in the number of entries. */
export function valuesAt(commands: Commands, atMs: number): Values {
  const values: { [Pair in PairName]?: number } = {};
  for (const [pair, series] of commands) {
    const interval = intervalAt(series, atMs);
    if (interval !== undefined) values[pair] = interval.value;
  }
  return values;
}

function intervalAt(series: Series, atMs: number): Interval | undefined {
  const interval = series[firstIndex(series, ({ endMs }) => endMs > atMs)];
  return interval !== undefined && interval.startMs <= atMs ? interval : undefined;
}
