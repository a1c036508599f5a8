import type { Asset } from '@setpoint/contract';
import type { Means } from '@setpoint/core';

/** The means of one stretch so far. */
export interface Slot {
  readonly minutes: number;
  readonly slotAt: number;
  readonly means: Means;
}

type AssetMeans = NonNullable<Means[Asset]>;
type Mean = NonNullable<AssetMeans['powerKw']>;

// Each report writes it: without names, it takes two thirds.
type StoredMeans = readonly (readonly [asset: Asset, powerKw: Mean | null, socPercent?: Mean])[];
type StoredSlot = readonly [minutes: number, slotAt: number, means: StoredMeans];

/** The stretches of a site that were not over at its last report. */
export function runningMeans(text: string | null): Slot[] {
  const stored = JSON.parse(text ?? '[]') as StoredSlot[];
  return stored.map(([minutes, slotAt, means]) => ({ minutes, slotAt, means: meansOf(means) }));
}

export function runningMeansText(slots: readonly Slot[]): string {
  return JSON.stringify(slots.map(({ minutes, slotAt, means }): StoredSlot => [minutes, slotAt, storedOf(means)]));
}

function meansOf(stored: StoredMeans): Means {
  const means: Means = {};
  for (const [asset, powerKw, socPercent] of stored) {
    means[asset] = { ...(powerKw === null ? {} : { powerKw }), ...(socPercent === undefined ? {} : { socPercent }) };
  }
  return means;
}

function storedOf(means: Means): StoredMeans {
  // Its keys were written from measurements of these assets.
  const assets = Object.keys(means) as Asset[];
  return assets.map((asset) => {
    const { powerKw = null, socPercent } = means[asset] ?? {};
    return socPercent === undefined ? [asset, powerKw] : [asset, powerKw, socPercent];
  });
}
