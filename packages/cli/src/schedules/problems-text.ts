import type { ScheduleProblem } from '@setpoint/contract';

/** Every problem by its place. */
export function problemsText(problems: readonly ScheduleProblem[]): string {
  return `nothing was set\n${problems.map(({ place, message }) => `${place}: ${message}`).join('\n')}`;
}
