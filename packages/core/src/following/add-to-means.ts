import type { Asset } from '@setpoint/contract';
import type { Measurement } from '../devices/tree-to-groups.ts';

/** How many values, their mean and, of a longer stretch, a bit for each of its minutes that brought one. */
type Mean = readonly [count: number, mean: number, minutes?: number];

export interface AssetMeans {
  readonly powerKw?: Mean;
  readonly socPercent?: Mean;
}

/** The means of one site over one stretch of time. */
export type Means = Partial<Record<Asset, AssetMeans>>;

/** Takes the measurements of one report, of one minute of the stretch, into the means of that stretch. */
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

// Moved step by step, so that values near the largest number do not add up to none.
function addToMean([count, mean, minutes = 0]: Mean = [0, 0], value: number, minute: number | undefined): Mean {
  const step = 1 / (count + 1);
  const next = mean * (1 - step) + value * step;
  return minute === undefined ? [count + 1, next] : [count + 1, next, minutes | (1 << minute)];
}
