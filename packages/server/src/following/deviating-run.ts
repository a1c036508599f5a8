import type { EntryFollowing } from '@setpoint/core';

/** How one entry of a setpoint was followed, from when it was in force to its end. */
export interface Judgement {
  readonly state: EntryFollowing['state'];
  readonly fromAt: number;
  readonly endAt: number;
}

/** From the start of the first entry that was not followed to the end of the last, with none that was in between. */
export interface DeviatingRun {
  readonly since: number;
  readonly until: number;
}

/** What was not followed longer ago is history. */
export const DEVIATING_KEPT_MS = 6 * 3_600_000;

/** The run after some more judgements, in their order. */
export function deviatingRun(
  before: DeviatingRun | undefined,
  judgements: readonly Judgement[],
): DeviatingRun | undefined {
  return judgements.reduce(continued, before);
}

function continued(run: DeviatingRun | undefined, { state, fromAt, endAt }: Judgement): DeviatingRun | undefined {
  if (state === 'followed') return undefined;
  // Not to know is not to follow.
  if (state === 'unknown') return run;
  const isPast = run === undefined || run.until <= fromAt - DEVIATING_KEPT_MS;
  return { since: isPast ? fromAt : run.since, until: endAt };
}
