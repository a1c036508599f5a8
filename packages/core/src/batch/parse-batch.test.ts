import { type AssetScheduleCommand } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, write } from '../../testing/series.ts';
import { parseBatch } from './parse-batch.ts';

describe('a request', () => {
  it.each([
    ['bess', 'bess takes activePowerkW, optimalSocPcnt'],
    ['solar', 'solar takes solarCurtailmentPcnt'],
    ['wind', 'wind takes no commands'],
  ] as const)('for %s that nobody executes is told that %s', (asset, takes) => {
    const { problems } = parse({ asset, type: 'upperLimitkW', entries: [] });
    expect(problems).toMatchObject([{ place: 'schedules[0]', text: `${asset} does not take upperLimitkW; ${takes}` }]);
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
    ['-', '-'],
  ])('never names both bess commands: %s and %s', (power, soc) => {
    const schedules = [write('bess/activePowerkW', power), write('bess/optimalSocPcnt', soc)];
    for (const order of [schedules, schedules.toReversed()]) {
      const { problems } = parse(...order);
      expect(problems).toMatchObject([{ rule: 'exclusive', place: 'schedules[1]', clashesWith: 'schedules[0]' }]);
    }
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
