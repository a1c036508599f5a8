import type { AssetScheduleCommand } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { openingPair } from './opening-pair.ts';

const NOW = Date.parse('2030-01-02T12:00:00Z');

function command(type: string, fromHours: number, toHours: number): AssetScheduleCommand {
  const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
  return {
    asset: 'grid',
    type,
    entries: [{ startAt: at(fromHours), endAt: at(toHours), value: 1 }],
  } as AssetScheduleCommand;
}

it.each<[string, AssetScheduleCommand[], string]>([
  ['the setpoint where nothing is set', [], 'grid/activePowerkW'],
  ['the setpoint where all is of yesterday', [command('upperLimitkW', -30, -6)], 'grid/activePowerkW'],
  [
    'what runs now, before what comes next',
    [command('afrrImportBookingkW', 1, 2), command('mfrrImportBookingkW', -1, 1)],
    'grid/mfrrImportBookingkW',
  ],
  [
    'what comes next, before a limit in force',
    [command('upperLimitkW', -1, 9), command('activePowerkW', 4, 5)],
    'grid/activePowerkW',
  ],
  ['a limit, if it is all there is', [command('upperLimitkW', -1, 9)], 'grid/upperLimitkW'],
])('begins with %s', (_title, schedules, expected) => {
  expect(openingPair(schedules, NOW)).toBe(expected);
});
