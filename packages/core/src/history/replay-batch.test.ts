import { describe, expect, it } from 'vitest';
import { diffSchedules } from './diff-schedules.ts';
import { replayBatch } from './replay-batch.ts';

const LIMIT =
  '{"asset":"grid","type":"upperLimitkW","entries":[{"startAt":"2030-01-01T10:00:00Z","endAt":"2030-01-01T11:00:00Z","value":5},{"startAt":"2030-01-01T11:00:00Z","endAt":"2030-01-01T12:00:00Z","value":-1e-7}]}';
const POWER =
  '{"asset":"bess","type":"activePowerkW","entries":[{"startAt":"2030-01-01T10:00:00Z","endAt":"2030-01-01T11:00:00Z","value":5}]}';

describe('a difference', () => {
  it('names the entries that came and went, in the order of the catalogue', () => {
    const before = replayBatch(new Map(), `[${LIMIT}]`);
    const after = replayBatch(before, `[${POWER},${LIMIT.replace('"value":5', '"value":6')}]`);
    const entry = (value: number) => ({ startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T11:00:00Z', value });
    expect(diffSchedules(before, after)).toEqual([
      { pair: 'grid/upperLimitkW', added: [entry(6)], removed: [entry(5)] },
      { pair: 'bess/activePowerkW', added: [entry(5)], removed: [] },
    ]);
  });
});
