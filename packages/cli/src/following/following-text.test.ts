import type { FollowedEntry, SiteFollowing } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { followingText } from './following-text.ts';

const DAY = '2026-11-26T';
const at = (time: string) => `${DAY}${time}.000Z`;

const ENTRY: FollowedEntry = {
  asset: 'grid',
  type: 'activePowerkW',
  startAt: at('19:12:51'),
  endAt: at('20:12:51'),
  value: 400,
  state: 'followed',
  judgedFrom: at('19:12:51'),
  judgedUntil: at('20:12:51'),
  measuredShare: 1,
  plannedkWh: 50,
  measuredkWh: 49,
  meanErrorkW: -8,
  withinShare: 1,
};
const MEASURED = 'followed. Measured 49 of 50 kWh, off by -8 kW on average, within tolerance for 100 % of the time.';

function linesOf({ entries = [], limits = [] }: Partial<Pick<SiteFollowing, 'entries' | 'limits'>>): string[] {
  const tolerance = { kW: 5, percent: 5, rampSeconds: 60 };
  const tolerances = { grid: tolerance, bess: tolerance };
  const site = { siteId: 'a', siteName: 'Nordhafen', timeZone: 'UTC', tolerances, entries, limits, orders: [] };
  const text = followingText(site as unknown as SiteFollowing, { from: at('19:00:00'), to: at('21:00:00') });
  return text.split('\n').filter((line) => line.startsWith('  '));
}

it('an entry that was judged as a whole is named once', () => {
  expect(linesOf({ entries: [ENTRY] })).toEqual([`  2026-11-26 19:12:51 to 20:12:51, 400 kW: ${MEASURED}`]);
});

it('an entry that a hold cut in two is two stretches, each as it was judged', () => {
  const before = { ...ENTRY, judgedUntil: at('19:20:10') };
  const after = { ...ENTRY, judgedFrom: at('19:31:05'), judgedUntil: at('19:45:00') };
  const entry = 'of the entry from 2026-11-26 19:12:51 to 20:12:51';
  expect(linesOf({ entries: [before, after] })).toEqual([
    `  2026-11-26 19:12:51 to 19:20:10, 400 kW, ${entry}: ${MEASURED}`,
    `  2026-11-26 19:31:05 to 19:45, 400 kW, ${entry}: ${MEASURED}`,
  ]);
});

it('a limit that has been in force for years is judged within the window', () => {
  const limit: FollowedEntry = { ...ENTRY, type: 'upperLimitkW', plannedkWh: null, judgedFrom: at('19:00:00') };
  const years = { ...limit, startAt: '2020-01-01T00:00:00.000Z', endAt: '2040-01-01T00:00:00.000Z' };
  expect(linesOf({ limits: [{ ...years, judgedUntil: at('20:00:00') }] })).toEqual([
    '  2026-11-26 19:00 to 20:00, 400 kW, of the entry from 2020-01-01 00:00 to 2040-01-01 00:00: followed. Kept for 100 % of the time.',
  ]);
});

it('an entry that began in this minute is named as it was set', () => {
  const begun: FollowedEntry = { ...ENTRY, judgedUntil: ENTRY.judgedFrom, state: 'unknown', measuredShare: 0 };
  expect(linesOf({ entries: [begun] })).toEqual(['  2026-11-26 19:12:51 to 20:12:51, 400 kW: too early to judge.']);
});
