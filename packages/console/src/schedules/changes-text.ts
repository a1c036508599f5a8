import type { PlanChange } from '@setpoint/contract';
import { type Shown, whenText } from '../words/when-text.ts';

/** From when until when the plan would be otherwise; "between" if it stays as it is at some time within. */
export function changesText(changes: readonly Pick<PlanChange, 'from' | 'to'>[], shown: Shown): string {
  const periods = changes
    .map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))
    .toSorted((one, other) => one.fromMs - other.fromMs);
  const [first] = periods;
  if (first === undefined) return 'The plan would not change.';
  let [endMs, isWhole] = [first.toMs, true];
  for (const { fromMs, toMs } of periods) {
    isWhole &&= fromMs <= endMs;
    endMs = Math.max(endMs, toMs);
  }
  const [from, to] = [whenText(first.fromMs, shown), whenText(endMs, shown)];
  return `The plan would change ${isWhole ? `from ${from} to ${to}` : `between ${from} and ${to}`}.`;
}
