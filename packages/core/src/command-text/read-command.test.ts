import { describe, expect, it } from 'vitest';
import { series, write } from '../../testing/series.ts';
import { seriesOf } from './read-command.ts';

describe('the series of a stored text', () => {
  it('has its intervals in milliseconds', () => {
    const text = JSON.stringify(write('grid/activePowerkW', '00-04: 500, 04:15-08: -20'));
    expect(seriesOf(text)).toEqual(series('00-04: 500, 04:15-08: -20'));
    expect(seriesOf(text)[1]).toEqual({
      startMs: Date.UTC(2026, 5, 1, 4, 15),
      endMs: Date.UTC(2026, 5, 1, 8),
      value: -20,
    });
  });

  it('is cut to the millisecond, as the request was', () => {
    const entries = [{ startAt: '1970-01-01T00:00:00.0019Z', endAt: '1970-01-01T01:00:00.9999+00:59', value: 1 }];
    const text = JSON.stringify({ asset: 'grid', type: 'activePowerkW', entries });
    expect(seriesOf(text)).toEqual([{ startMs: 1, endMs: 60_999, value: 1 }]);
  });

  it('is nothing to guess at when a text was damaged', () => {
    const text = JSON.stringify(write('grid/activePowerkW', '00-04: 500')).replace('T04', ' 04');
    expect(() => seriesOf(text)).toThrow('stored text holds no instant: 2026-06-01 04:00:00Z');
  });
});
