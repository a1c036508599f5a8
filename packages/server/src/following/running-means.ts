import type { Means } from '@setpoint/core';

/** The means of one stretch so far. */
export interface Slot {
  readonly minutes: number;
  readonly slotAt: number;
  readonly means: Means;
}

type StoredSlot = readonly [minutes: number, slotAt: number, means: Means];

/** The stretches of a site that were not over at its last report. */
export function runningMeans(text: string | null): Slot[] {
  const stored = JSON.parse(text ?? '[]') as StoredSlot[];
  return stored.map(([minutes, slotAt, means]) => ({ minutes, slotAt, means }));
}

export function runningMeansText(slots: readonly Slot[]): string {
  return JSON.stringify(slots.map(({ minutes, slotAt, means }): StoredSlot => [minutes, slotAt, means]));
}
