import type { EntryFollowing } from '@setpoint/core';
import { expect, it } from 'vitest';
import { latestOf } from './latest-of.ts';

const TEN = Date.UTC(2030, 0, 1, 10);
const HOUR = 3_600_000;

const LIMIT: EntryFollowing = { ...judged('grid', 1), type: 'upperLimitkW' };

it('of each setpoint and limit the entry that ended last is kept, in whatever order they come', () => {
  const kept = latestOf([judged('grid', 2), judged('grid', 1), judged('bess', 1), judged('bess', 3), LIMIT]);
  expect(kept.map(({ asset, endAt }) => [asset, (endAt - TEN) / HOUR])).toEqual([
    ['grid', 2],
    ['bess', 3],
    ['grid/upperLimitkW', 1],
  ]);
  expect(kept[0]?.judgements.map(({ endAt }) => (endAt - TEN) / HOUR)).toEqual([1, 2]);
  expect(JSON.parse(kept[0]?.text ?? '')).toEqual({
    asset: 'grid',
    type: 'activePowerkW',
    state: 'deviating',
    startAt: '2030-01-01T11:00:00.000Z',
    endAt: '2030-01-01T12:00:00.000Z',
    value: 100,
    meanErrorkW: 12.346,
    withinShare: 0,
  });
});

function judged(asset: 'grid' | 'bess', endHour: number): EntryFollowing {
  const endMs = TEN + endHour * HOUR;
  return {
    asset,
    type: 'activePowerkW',
    entry: { startMs: endMs - HOUR, endMs, value: 100 },
    state: 'deviating',
    judgedFrom: endMs - HOUR,
    judgedUntil: endMs,
    measuredShare: 1,
    plannedKwh: 100,
    measuredKwh: 112.346,
    meanErrorKw: 12.3456,
    withinShare: 0,
  };
}
