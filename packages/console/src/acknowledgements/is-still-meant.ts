import type { Acknowledgement } from '@setpoint/contract';

/** The problems of which each occurrence has a beginning. */
const BEGINNING = /^(?:unreachable|offline|behind|trouble:\w+)$/;

interface Seen {
  /** When the problem began; undefined if nobody knows. */
  readonly since: number | undefined;
  readonly now: number;
}

/** Whether an acknowledgement is of this occurrence of its problem, and has not ended. */
export function isStillMeant(
  { problem, createdAt, until }: Pick<Acknowledgement, 'problem' | 'createdAt' | 'until'>,
  { since, now }: Seen,
): boolean {
  if (Date.parse(until) <= now) return false;
  return since === undefined || !BEGINNING.test(problem) || since <= Date.parse(createdAt);
}
