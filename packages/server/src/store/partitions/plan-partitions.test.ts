import { describe, expect, it } from 'vitest';
import type { Partition } from './partition.ts';
import { partitionRules, planPartitions } from './plan-partitions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RULES = partitionRules({ minuteMs: 48 * HOUR, quarterMs: 35 * DAY, batchMs: 90 * DAY });
// A Thursday, as the epoch was: weeks begin then.
const START = Date.UTC(2026, 0, 1);

const spans = (partitions: readonly Partition[]) =>
  partitions.map(({ of, fromAt, toAt }) => {
    const days = `${(fromAt - START) / DAY} to ${(toAt - START) / DAY}`;
    return `${of.replace('measurement_', '')}: ${days}`;
  });

describe('partitions', () => {
  it('are made for today and two days, for this week and two weeks', () => {
    const { make, drop } = planPartitions([], RULES, START + 5 * HOUR);
    expect(spans(make).join(', ')).toBe(
      '1: 0 to 1, 1: 1 to 2, 1: 2 to 3, 15: 0 to 7, 15: 7 to 14, 15: 14 to 21, ' +
        'batch: 0 to 7, batch: 7 to 14, batch: 14 to 21',
    );
    expect(drop).toEqual([]);
  });

  it('go when the youngest that they can hold is older than what is kept', () => {
    const { make: existing } = planPartitions([], RULES, START);
    const dropped = (now: number) => spans(planPartitions(existing, RULES, now).drop);
    expect(dropped(START + 3 * DAY - 1)).toEqual([]);
    expect(dropped(START + 3 * DAY)).toEqual(['1: 0 to 1']);
    expect(dropped(START + 42 * DAY - 1)).toEqual(['1: 0 to 1', '1: 1 to 2', '1: 2 to 3']);
    expect(dropped(START + 42 * DAY)).toContain('15: 0 to 7');
  });

  it('are not made where another one, of another length, has some of the time', () => {
    const odd = { of: 'measurement_1', fromAt: START, toAt: START + 36 * HOUR } as const;
    expect(spans(planPartitions([odd], RULES, START).make).filter((one) => one.startsWith('1:'))).toEqual([
      '1: 2 to 3',
    ]);
  });

  it('are few, for however long batches are kept', () => {
    for (const batchMs of [DAY, 35 * DAY, 400 * DAY, 3_650 * DAY]) {
      const length = partitionRules({ minuteMs: DAY, quarterMs: DAY, batchMs }).at(-1)?.lengthMs ?? 0;
      expect([length % (7 * DAY), batchMs / length <= 16]).toEqual([0, true]);
    }
  });
});
