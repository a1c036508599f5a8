import type { Asset } from '@setpoint/contract';
import type { Measurement } from './tree-to-groups.ts';

/** How many values, and their mean. */
type Mean = readonly [count: number, mean: number];

export interface AssetMeans {
  readonly powerKw?: Mean;
  readonly socPercent?: Mean;
}

/** The means of one site over one stretch of time. */
export type Means = Partial<Record<Asset, AssetMeans>>;

/** Takes the measurements of one report into the means of the stretch that it falls into. */
export function addToMeans(means: Means, measurements: readonly Measurement[]): Means {
  const sum: Means = { ...means };
  for (const { asset, powerKw, socPercent } of measurements) {
    const before = means[asset];
    sum[asset] = {
      ...before,
      ...(powerKw === null ? {} : { powerKw: addToMean(before?.powerKw, powerKw) }),
      ...(socPercent === null ? {} : { socPercent: addToMean(before?.socPercent, socPercent) }),
    };
  }
  return sum;
}

// Moved step by step, so that values near the largest number do not add up to none.
function addToMean([count, mean]: Mean = [0, 0], value: number): Mean {
  const step = 1 / (count + 1);
  return [count + 1, mean * (1 - step) + value * step];
}
