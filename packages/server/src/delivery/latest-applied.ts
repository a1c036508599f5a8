import type { AppliedVersion } from '@setpoint/core';

export interface LatestApplied extends AppliedVersion {
  readonly epoch: number;
}

type Stored = readonly [epoch: number, version: number, at: number];

/** When the latest versions of a site were first applied, in the order in which they were. */
export function latestApplied(text: string | null): LatestApplied[] {
  const stored = JSON.parse(text ?? '[]') as Stored[];
  return stored.map(([epoch, version, at]) => ({ epoch, version, at }));
}

export function latestAppliedText(versions: readonly LatestApplied[]): string {
  return JSON.stringify(versions.map(({ epoch, version, at }): Stored => [epoch, version, at]));
}
