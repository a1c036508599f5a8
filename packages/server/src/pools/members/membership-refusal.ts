import { AppError, LIMITS } from '@setpoint/contract';
import { noSuch } from '../../http/send/no-such.ts';
import type { ChangeMembersOutput } from '../steps/change-members.ts';
import type { PutPoolOutput } from '../put-pool.ts';

/** What a caller is told whose members cannot be as wanted; undefined for those that can. */
export function membershipRefusal(outcome: ChangeMembersOutput): AppError | undefined {
  switch (outcome.kind) {
    case 'changed':
      return undefined;
    case 'site_missing':
      return noSuch('site', outcome.siteId);
    case 'in_other_pool':
      return new AppError('conflict', `the site ${outcome.siteId} is in the pool ${outcome.poolName} at that time`);
    case 'too_many_members':
      return new AppError('conflict', `a pool may have at most ${LIMITS.maxPoolMembers} members`);
  }
}

/** The sentence for a pool that cannot be as wanted; undefined for one that can. */
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
