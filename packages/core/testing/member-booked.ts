import { UNKNOWN_RATING } from '../src/devices/rating.ts';
import type { MemberNow } from '../src/pools/divide-signal.ts';

/** For tests: a member that is booked for so much aFRR in either direction, with no order yet. */
export function memberBooked(siteId: string, kW: number, changes: Partial<MemberNow> = {}): MemberNow {
  return {
    siteId,
    role: 'primary',
    rank: 0,
    rampKwPerSecond: null,
    values: { 'grid/afrrImportBookingkW': kW, 'grid/afrrExportBookingkW': kW },
    ratings: { grid: UNKNOWN_RATING, bess: UNKNOWN_RATING, solar: UNKNOWN_RATING },
    hindrance: null,
    isReachable: changes.hindrance !== 'offline',
    last: null,
    ...changes,
  };
}
