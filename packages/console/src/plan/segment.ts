import type { PlanStep } from '@setpoint/contract';

/** A segment of an asset's plan, in milliseconds. */
export interface Segment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly target: number | null;
  readonly offset: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly reserveImport: number | null;
  readonly reserveExport: number | null;
  readonly because: readonly Step[];
  readonly issues: readonly { readonly code: string; readonly amount: number | null }[];
}

export interface Step {
  readonly source: string;
  readonly delta: number;
  readonly after: number;
  readonly order?: PlanStep['order'];
}

/** The part that contains an instant, found in a list that is in order and without overlap. */
export function holding<Part extends { readonly fromMs: number; readonly toMs: number }>(
  parts: readonly Part[],
  atMs: number,
): Part | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const part = parts[middle];
    if (part === undefined) return undefined;
    if (atMs < part.fromMs) high = middle - 1;
    else if (atMs >= part.toMs) low = middle + 1;
    else return part;
  }
  return undefined;
}
