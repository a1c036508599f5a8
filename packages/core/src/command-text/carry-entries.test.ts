import { describe, expect, it } from 'vitest';
import { carryEntries } from './carry-entries.ts';

const HOUR = 3_600_000;

function day(...values: number[]) {
  return values.map((value, hour) => ({ startMs: hour * HOUR, endMs: (hour + 1) * HOUR, value }));
}

describe('a command that is set again', () => {
  const first = carryEntries([], day(1, 2, 3), { firstVersion: 4, firstSetAt: 100 });

  it('keeps the beginnings of what is the same', () => {
    const again = carryEntries(first, day(1, 9, 3, 4), { firstVersion: 5, firstSetAt: 200 });
    expect(again.map(({ value, firstVersion, firstSetAt }) => [value, firstVersion, firstSetAt])).toEqual([
      [1, 4, 100],
      [9, 5, 200],
      [3, 4, 100],
      [4, 5, 200],
    ]);
  });

  it('begins anew what has another end', () => {
    const [shorter] = carryEntries(first, [{ startMs: 0, endMs: HOUR / 2, value: 1 }], {
      firstVersion: 5,
      firstSetAt: 200,
    });
    expect(shorter).toEqual({ startMs: 0, endMs: HOUR / 2, value: 1, firstVersion: 5, firstSetAt: 200 });
  });

  it('begins anew what was gone in between', () => {
    const gone = carryEntries(first, [], { firstVersion: 5, firstSetAt: 200 });
    expect(carryEntries(gone, day(1), { firstVersion: 6, firstSetAt: 300 })[0]?.firstVersion).toBe(6);
  });
});
