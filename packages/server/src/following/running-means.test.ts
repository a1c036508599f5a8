import type { Means } from '@setpoint/core';
import { expect, it } from 'vitest';
import { runningMeans, runningMeansText } from './running-means.ts';

const MEANS: Means = {
  grid: { powerKw: [15, 1_000_036] },
  bess: { powerKw: [15, -85.5, 448], socPercent: [15, 61.25, 448] },
  load: { socPercent: [1, 0] },
  ev: {},
};
const SLOTS = [{ minutes: 1, slotAt: 1_795_390_680_000, means: MEANS }];

it('come back as they were', () => {
  expect(runningMeans(runningMeansText(SLOTS))).toEqual(SLOTS);
  expect(runningMeans(null)).toEqual([]);
});
