import { expect, it } from 'vitest';
import { hoursView } from './hours-view.ts';

const HOUR = 3_600_000;

it.each([
  ['2026-11-20T12:00:00Z', 8, 20, '2026-11-21T07:00:00.000Z', 12],
  ['2026-11-20T23:30:00Z', 0, 24, '2026-11-21T23:00:00.000Z', 24],
  // The clock shows 02:00 to 03:00 twice.
  ['2026-10-24T12:00:00Z', 0, 24, '2026-10-24T22:00:00.000Z', 25],
  ['2026-10-24T12:00:00Z', 2, 3, '2026-10-25T00:00:00.000Z', 2],
  ['2026-10-24T12:00:00Z', 0, 2, '2026-10-24T22:00:00.000Z', 2],
  // It leaves 02:00 to 03:00 out.
  ['2027-03-27T12:00:00Z', 0, 24, '2027-03-27T23:00:00.000Z', 23],
  ['2027-03-27T12:00:00Z', 2, 3, '2027-03-28T01:00:00.000Z', 0],
  ['2027-03-27T12:00:00Z', 1, 4, '2027-03-28T00:00:00.000Z', 2],
])(
  'seen from %s, tomorrow in Berlin from %i to %i begins at %s and lasts %i h',
  (now, fromHour, toHour, from, hours) => {
    const { fromMs, toMs } = hoursView(Date.parse(now), 'Europe/Berlin', { day: 1, fromHour, toHour });
    expect([new Date(fromMs).toISOString(), (toMs - fromMs) / HOUR]).toEqual([from, hours]);
  },
);
