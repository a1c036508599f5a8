import { describe, expect, it } from 'vitest';
import type { Measurement } from '../devices/tree-to-groups.ts';
import { addToMeans, type Means } from './add-to-means.ts';

function meansOf(...reports: Measurement[][]): Means {
  return reports.reduce<Means>((means, measurements) => addToMeans(means, measurements), {});
}

const bess = (powerKw: number | null, socPercent: number | null): Measurement => ({
  asset: 'bess',
  powerKw,
  socPercent,
});

describe('the means of a stretch of time', () => {
  it('weigh every report the same, and leave out what a report did not say', () => {
    expect(meansOf([bess(10, 50)], [bess(null, 60)], [], [bess(40, 70)])).toEqual({
      bess: { powerKw: [2, 25], socPercent: [3, expect.closeTo(60, 9)] },
    });
  });

  it('know which minutes of a longer stretch brought a value', () => {
    const twice = [0, 0, 14].reduce<Means>((means, minute) => addToMeans(means, [bess(10, null)], minute), {});
    expect(twice).toEqual({ bess: { powerKw: [3, 10, 0b100_0000_0000_0001] } });
  });

  it('of the largest numbers there are stay finite', () => {
    const largest = Number.MAX_VALUE;
    const means = meansOf([bess(largest, null)], [bess(-largest, null)], [bess(largest, null)]);
    expect(Number.isFinite(means.bess?.powerKw?.[1])).toBe(true);
  });
});
