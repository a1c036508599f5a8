import type { Assets, AssetScheduleCommand } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { doubtsOf } from './doubts-of.ts';

const rated = { ratedPowerLowerLimitkW: -200, ratedPowerUpperLimitkW: 500 };
const assets = { grid: { id: 'g', type: 'grid', ...rated }, bess: null } as unknown as Assets;

function command(type: string, ...values: number[]): AssetScheduleCommand {
  const entries = values.map((value, hour) => ({
    startAt: `2030-01-01T0${hour}:00:00Z`,
    endAt: `2030-01-01T0${hour + 1}:00:00Z`,
    value,
  }));
  return { asset: 'grid', type, entries } as AssetScheduleCommand;
}

it.each<[AssetScheduleCommand, string[]]>([
  [command('activePowerkW', 500, -200), []],
  [command('upperLimitkW', 9_999_999), ['Grid upper limit of 9,999,999 kW: the site is rated from −200 kW to 500 kW.']],
  [
    command('activePowerkW', 100, -201, 9_000),
    ['Grid setpoint of 9,000 kW (and 1 other entry): the site is rated from −200 kW to 500 kW.'],
  ],
  [command('afrrExportBookingkW', 201), ['aFRR export booking of 201 kW: the site is rated from 0 kW to 200 kW.']],
  [{ ...command('activePowerkW', 9_999_999), asset: 'bess' }, []],
])('%j raises %j', (set, doubts) => {
  expect(doubtsOf({ commands: [set], standing: [], assets })).toEqual(doubts);
});

it('a setpoint is compared with the limits that hold at its time, those of the draft first', () => {
  const setpoint = command('activePowerkW', 50, 300);
  const standing = [command('upperLimitkW', 100, 400)];
  const asked = { standing, assets };
  expect(doubtsOf({ ...asked, commands: [setpoint] })).toEqual([]);
  expect(doubtsOf({ ...asked, commands: [setpoint, command('upperLimitkW', 40, 250)] })).toEqual([
    'Grid setpoint of 300 kW (and 1 other entry): a limit of the site allows less.',
  ]);
});
