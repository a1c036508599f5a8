import type { Asset } from '@setpoint/contract';
import type { Measurement } from '../devices/tree-to-groups.ts';

/** The number of values, their mean and, for stretches of several minutes, a bit for each minute with a value. */
type Mean = readonly [count: number, mean: number, minutes?: number];

export interface AssetMeans {
  readonly powerKw?: Mean;
  readonly socPercent?: Mean;
}

/** The means of one site over one stretch of time. */
export type Means = Partial<Record<Asset, AssetMeans>>;

/** Adds the measurements of one report, taken in one minute of a stretch, to the means of that stretch. */
export function addToMeans(means: Means, measurements: readonly Measurement[], minute?: number): Means {
  const sum: Means = { ...means };
  for (const { asset, powerKw, socPercent } of measurements) {
    const before = means[asset];
    sum[asset] = {
      ...before,
      ...(powerKw === null ? {} : { powerKw: addToMean(before?.powerKw, powerKw, minute) }),
      ...(socPercent === null ? {} : { socPercent: addToMean(before?.socPercent, socPercent, minute) }),
    };
  }
  return sum;
}

// Updated value by value, because a sum of very large values would overflow.
function addToMean([count, mean, minutes = 0]: Mean = [0, 0], value: number, minute: number | undefined): Mean {
  const step = 1 / (count + 1);
  const next = mean * (1 - step) + value * step;
  return minute === undefined ? [count + 1, next] : [count + 1, next, minutes | (1 << minute)];
}
