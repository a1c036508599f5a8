import type { Rating } from '../devices/rating.ts';
import { excessOf } from './excess-of.ts';
import type { IssueCode } from '@setpoint/contract';
import type { Issue } from './segment.ts';

export function addOutsideRating(issues: Issue[], setpoint: number, { lower, upper }: Rating): void {
  addIssue(issues, 'setpoint_outside_rating', Math.max(setpoint - upper, lower - setpoint));
}

export function addIssue(issues: Issue[], code: IssueCode, difference: number): void {
  const amount = excessOf(difference);
  if (amount > 0) issues.push({ code, amount });
}
