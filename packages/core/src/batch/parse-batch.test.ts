import { ASSETS, type AssetScheduleCommand, CATALOGUE, COMMAND_TYPES, pairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { seriesOf } from '../command-text/read-command.ts';
import { at, series, write } from '../../testing/series.ts';
import { parseBatch } from './parse-batch.ts';

const TABLE = new Set<string>(CATALOGUE.map(pairName));
const EVERY_PAIR = ASSETS.flatMap((asset) =>
  COMMAND_TYPES.map((type) => ({ asset, type, pair: pairName({ asset, type }) })),
);

describe('a request', () => {
  it.each(EVERY_PAIR)('may name $pair only if the table of supported commands has it', ({ asset, type, pair }) => {
    const { problems, commands } = parse({ asset, type, entries: [] });
    expect(commands.map((command) => command.pair)).toEqual(TABLE.has(pair) ? [pair] : []);
    expect(problems.map(({ rule }) => rule)).toEqual(TABLE.has(pair) ? [] : ['unsupported_pair']);
  });

  it.each([
    ['bess', 'bess takes activePowerkW, optimalSocPcnt'],
    ['solar', 'solar takes solarCurtailmentPcnt'],
    ['wind', 'wind takes no commands'],
  ] as const)('for %s that nobody executes is told that %s', (asset, takes) => {
    const { problems } = parse({ asset, type: 'upperLimitkW', entries: [] });
    expect(problems).toMatchObject([{ place: 'schedules[0]', text: `${asset} does not take upperLimitkW; ${takes}` }]);
  });

  it('keeps texts and numbers as they were submitted', () => {
    const entries = [
      { startAt: '2026-06-01t02:00:00.123456789+02:00', endAt: '2026-06-01T00:00:01-00:00', value: 0.1 },
      { startAt: '2026-06-01T00:00:02Z', endAt: '2026-06-01T00:00:03z', value: -1.5e-9 },
    ];
    const [command] = parse({ asset: 'grid', type: 'activePowerkW', entries }).commands;
    expect(JSON.parse(command?.text ?? '')).toEqual({ asset: 'grid', type: 'activePowerkW', entries });
  });

  it('is read into texts that are the same series again', () => {
    const [command] = parse(write('bess/activePowerkW', '04-08: 2, 00-04: -1')).commands;
    expect(seriesOf(command?.text ?? '')).toEqual(series('00-04: -1, 04-08: 2'));
    expect(command?.places).toEqual([1, 0]);
  });

  it('clears what it names without entries', () => {
    expect(parse(write('bess/activePowerkW', '-')).commands).toEqual([
      { pair: 'bess/activePowerkW', index: 0, text: null },
    ]);
  });

  it.each([
    ['00-01: 1', '01-02: 1'],
    ['00-01: 1', '-'],
    ['-', '-'],
  ])('names a pair once: %s and %s', (one, other) => {
    const { problems } = parse(write('grid/fcrImportkW', one), write('grid/fcrImportkW', other));
    expect(problems).toMatchObject([{ rule: 'duplicate_pair', place: 'schedules[1]', clashesWith: 'schedules[0]' }]);
  });

  it.each([
    ['00-01: 1', '01-02: 1'],
    ['00-01: 1', '-'],
    ['-', '01-02: 1'],
    ['-', '-'],
  ])('never names both bess commands: %s and %s', (power, soc) => {
    const schedules = [write('bess/activePowerkW', power), write('bess/optimalSocPcnt', soc)];
    for (const order of [schedules, schedules.toReversed()]) {
      const { problems } = parse(...order);
      expect(problems).toMatchObject([{ rule: 'exclusive', place: 'schedules[1]', clashesWith: 'schedules[0]' }]);
    }
  });

  it('holds at most so many entries a command', () => {
    const command = write('grid/activePowerkW', '00-01: 1, 01-02: 1, 02-03: 1');
    expect(parseBatch({ schedules: [command] }, 3).problems).toEqual([]);
    expect(parseBatch({ schedules: [command] }, 2).problems).toMatchObject([
      {
        rule: 'too_many_entries',
        place: 'schedules[0].entries',
        text: '3 entries for grid/activePowerkW; at most 2 are accepted',
      },
    ]);
  });

  it('takes 1500 entries a command and not one more', () => {
    const entries = Array.from({ length: 1_501 }, (_, ms) => ({
      startAt: new Date(ms).toISOString(),
      endAt: new Date(ms + 1).toISOString(),
      value: ms,
    }));
    expect(parse({ asset: 'grid', type: 'activePowerkW', entries: entries.slice(1) }).problems).toEqual([]);
    expect(parse({ asset: 'grid', type: 'activePowerkW', entries }).problems).toHaveLength(1);
  });

  it('is told of everything that is wrong with it, in the order in which it stands', () => {
    const { problems, named } = parse(
      write('grid/upperLimitkW', '00-01: 1'),
      { asset: 'wind', type: 'activePowerkW', entries: [] },
      { asset: 'grid', type: 'fcrImportkW', entries: [{ startAt: at('00'), endAt: 'never', value: -1 }] },
      write('grid/lowerLimitkW', '00-01: 2'),
      write('grid/upperLimitkW', '-'),
    );
    expect(named).toBe(5);
    expect(problems.map(({ rule, place }) => `${rule} ${place}`)).toEqual([
      'unsupported_pair schedules[1]',
      'instant schedules[2].entries[0].endAt',
      'value_range schedules[2].entries[0].value',
      'duplicate_pair schedules[4]',
    ]);
  });
});

function parse(...schedules: AssetScheduleCommand[]) {
  return parseBatch({ schedules });
}
