import { UNKNOWN_RATING } from '../devices/rating.ts';
import type { MemberNow, OrderOfMember } from './divide-signal.ts';

const NO_RATINGS = { grid: UNKNOWN_RATING, bess: UNKNOWN_RATING, solar: UNKNOWN_RATING };

/** A site that left the pool and cannot be told so: it is asked for nothing, and may go on with its last order. */
export function goneMember(siteId: string, last: OrderOfMember): MemberNow {
  return {
    siteId,
    role: 'primary',
    rank: 0,
    rampKwPerSecond: null,
    values: {},
    ratings: NO_RATINGS,
    hindrance: 'offline',
    isReachable: false,
    last,
  };
}
