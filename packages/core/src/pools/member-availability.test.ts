import { describe, expect, it } from 'vitest';
import { memberBooked } from '../../testing/member-booked.ts';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import type { MemberNow } from './divide-signal.ts';
import { memberAvailability } from './member-availability.ts';

const RATINGS = { grid: { lower: -1_000, upper: 1_000 }, bess: UNKNOWN_RATING, solar: UNKNOWN_RATING };

function available(changes: Partial<MemberNow>, direction: 'import' | 'export' = 'import') {
  const values = { 'grid/afrrImportBookingkW': 200, 'grid/afrrExportBookingkW': 100 };
  const member = memberBooked('a', 0, { values, ratings: RATINGS, ...changes });
  return memberAvailability(member, { service: 'afrr', direction, enduranceMinutes: 60, at: 10_000 });
}

describe('what a member can give', () => {
  it('is its booking at once where nothing else binds', () => {
    expect(available({}, 'export')).toEqual({
      bookedWatts: 100_000,
      availableWatts: 100_000,
      reachable: [100_000, 100_000, 100_000],
      enduranceMinutes: null,
      binds: 'grid/afrrExportBookingkW',
    });
  });

  it('is reached by its ramp, from the order that is in force', () => {
    const last = { watts: -10_000, at: 8_000, validUntil: 20_000 };
    expect(available({ rampKwPerSecond: 0.5, last }).reachable).toEqual([5_000, 140_000, 200_000]);
    expect(available({ rampKwPerSecond: 0.5, last: { ...last, validUntil: 10_000 } }).reachable[0]).toBe(15_000);
  });

  it('lasts as long as there is room to charge, or charge to give, and is no more than lasts as long as the pool must', () => {
    const storage = { capacityWh: 400_000, storedWh: 300_000 };
    expect(available({ storage })).toMatchObject({ availableWatts: 100_000, binds: 'energy', enduranceMinutes: 60 });
    expect(available({ storage }, 'export')).toMatchObject({ availableWatts: 100_000, enduranceMinutes: 180 });
    const full = { capacityWh: 400_000, storedWh: 400_000 };
    expect(available({ storage: full })).toMatchObject({ availableWatts: 0, binds: 'energy' });
  });
});
