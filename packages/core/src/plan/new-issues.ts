import type { PlanIssue } from './issues-of.ts';

// An issue that lasts only this much longer than before is not new: activations move every 4 s.
const SAME_STILL_MS = 900_000;

/** The issues of a plan that the plan before did not have, each cut to where it is new. */
export function newIssues(before: readonly PlanIssue[], now: readonly PlanIssue[]): PlanIssue[] {
  return now.flatMap((issue) => {
    const known = before.filter(({ asset, code }) => asset === issue.asset && code === issue.code);
    if (issue.code === 'energy' && known.length > 0) return [];
    return uncovered(issue, known);
  });
}

function uncovered(issue: PlanIssue, known: readonly PlanIssue[]): PlanIssue[] {
  const gaps: PlanIssue[] = [];
  let fromMs = issue.fromMs;
  const isTouched = (at: number) => known.some((one) => one.fromMs === at || one.toMs === at);
  const addGap = (toMs: number) => {
    const isLong = toMs - fromMs >= SAME_STILL_MS;
    if (toMs > fromMs && (isLong || !(isTouched(fromMs) || isTouched(toMs)))) gaps.push({ ...issue, fromMs, toMs });
  };
  for (const one of known.filter(({ toMs }) => toMs >= issue.fromMs)) {
    if (one.fromMs > issue.toMs) break;
    addGap(Math.min(one.fromMs, issue.toMs));
    fromMs = Math.max(fromMs, one.toMs);
  }
  addGap(issue.toMs);
  return gaps;
}
