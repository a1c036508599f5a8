import type { IssueCode } from '@setpoint/contract';
import type { Plan } from './resolve-plan.ts';
import type { Segment } from './segment.ts';

const PLANNED_ASSETS = ['grid', 'bess', 'solar'] as const;

/** A stretch of time throughout which a plan has an issue. */
export interface PlanIssue {
  readonly asset: (typeof PLANNED_ASSETS)[number];
  readonly code: IssueCode;
  readonly fromMs: number;
  readonly toMs: number;
  /** The greatest amount within it; null where there is no measure. */
  readonly amount: number | null;
}

/** All issues of a plan, by asset and time. */
export function issuesOf(plan: Plan, untilMs: number): PlanIssue[] {
  return PLANNED_ASSETS.flatMap((asset) => {
    const open = new Map<IssueCode, PlanIssue & { toMs: number; amount: number | null }>();
    const found: PlanIssue[] = [];
    for (const { from, to, issues } of segmentsOf(plan, asset)) {
      for (const { code, amount, at } of issues) {
        const known = open.get(code);
        // Nobody knows when it ends.
        const toMs = code === 'energy' ? untilMs : to;
        if (known?.toMs === from) {
          known.toMs = toMs;
          known.amount = known.amount === null || amount === null ? null : Math.max(known.amount, amount);
        } else {
          const issue = { asset, code, fromMs: at ?? from, toMs, amount };
          open.set(code, issue);
          found.push(issue);
        }
      }
    }
    return found;
  });
}

function segmentsOf(plan: Plan, asset: PlanIssue['asset']): readonly Segment[] {
  return plan[asset];
}
