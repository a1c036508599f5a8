import { AppError, LIMITS } from '@setpoint/contract';
import { membershipRefusal } from './members/membership-refusal.ts';
import type { PutPoolOutput } from './put-pool.ts';

/** What a caller is told whose pool cannot be as wanted; undefined for one that can. */
export function putPoolRefusal(outcome: PutPoolOutput): AppError | undefined {
  switch (outcome.kind) {
    case 'service_differs':
      return new AppError('conflict', `the service of a pool cannot be changed; this one provides ${outcome.service}`);
    case 'too_many_pools':
      return new AppError('conflict', `there are ${LIMITS.maxPools} pools, and no more are allowed`);
    default:
      return membershipRefusal(outcome);
  }
}
