import { expect, it } from 'vitest';
import { hoursView } from './hours-view.ts';

const HOUR = 3_600_000;

it.each([
  ['2026-11-21', 8, 20, '2026-11-21T07:00:00.000Z', 12],
  ['2026-11-22', 0, 24, '2026-11-21T23:00:00.000Z', 24],
  // The clock shows 02:00 to 03:00 twice.
  ['2026-10-25', 0, 24, '2026-10-24T22:00:00.000Z', 25],
  ['2026-10-25', 2, 3, '2026-10-25T00:00:00.000Z', 2],
  ['2026-10-25', 0, 2, '2026-10-24T22:00:00.000Z', 2],
  // It leaves 02:00 to 03:00 out.
  ['2027-03-28', 0, 24, '2027-03-27T23:00:00.000Z', 23],
  ['2027-03-28', 2, 3, '2027-03-28T01:00:00.000Z', 0],
  ['2027-03-28', 1, 4, '2027-03-28T00:00:00.000Z', 2],
])('%s in Berlin from %i to %i begins at %s and lasts %i h', (day, fromHour, toHour, from, hours) => {
  const { fromMs, toMs } = hoursView({ day, fromHour, toHour }, 'Europe/Berlin');
  expect([new Date(fromMs).toISOString(), (toMs - fromMs) / HOUR]).toEqual([from, hours]);
});
