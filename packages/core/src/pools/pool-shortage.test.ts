import { expect, it } from 'vitest';
import { memberBooked } from '../../testing/member-booked.ts';
import type { MemberNow } from './divide-signal.ts';
import { askedShortage, bookedShortages } from './pool-shortage.ts';

const member = (kW: number, changes: Partial<MemberNow> = {}) => memberBooked('a', kW, changes);
const AFRR = { service: 'afrr', enduranceMinutes: 60 } as const;
const offline = { hindrance: 'offline' } as const;
const backup = { role: 'backup' } as const;

it('of what is booked is what nobody has available, in each direction, with what binds', () => {
  const missing = { shortOf: 'booked', wantedWatts: 300_000, missingWatts: 200_000 };
  const binds = [{ because: 'offline', members: 2 }];
  expect(bookedShortages([member(100), member(150, offline), member(50, offline)], AFRR)).toEqual([
    { ...missing, direction: 'import', binds },
    { ...missing, direction: 'export', binds },
  ]);
});

it.each([
  ['all can give what they are booked for', [member(100), member(50)], []],
  ['a backup has as much as a primary member that is lost', [member(100, offline), member(100, backup)], []],
  ['a backup has less', [member(100, offline), member(40, backup)], [60_000, 60_000]],
  ['only a backup is lost', [member(100), member(100, { ...backup, ...offline })], []],
  ['a ramp takes time, and reaches all', [member(100, { rampKwPerSecond: 0.001 })], []],
  [
    'the bookings are of the other service',
    [member(100, { ...offline, values: { 'grid/mfrrImportBookingkW': 9 } })],
    [],
  ],
  [
    'storages do not last for as long as the pool must',
    [member(100, { storage: { capacityWh: 150_000, storedWh: 80_000 } })],
    [30_000, 20_000],
  ],
  ['there is no member', [], []],
])('of what is booked, where %s', (_title, members, missing) => {
  expect(bookedShortages(members, AFRR).map(({ missingWatts }) => missingWatts)).toEqual(missing);
});

it('of what is asked is the shortfall, in its direction, with what binds the most first', () => {
  const shares = (['ramp', null, 'offline', 'offline'] as const).map((because) => ({ because }));
  expect(askedShortage({ watts: -9_000, shortfallWatts: -2_000, shares })).toEqual({
    shortOf: 'asked',
    direction: 'export',
    wantedWatts: 9_000,
    missingWatts: 2_000,
    binds: [
      { because: 'offline', members: 2 },
      { because: 'ramp', members: 1 },
    ],
  });
  expect(askedShortage({ watts: 9_000, shortfallWatts: 0, shares })).toBeUndefined();
});
