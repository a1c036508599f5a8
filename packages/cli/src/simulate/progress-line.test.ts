import { expect, test } from 'vitest';
import { progressLine } from './progress-line.ts';

const figures = { connected: 9_998, reports: 12_340, snapshots: 10_021, lagP50Ms: 4, lagP99Ms: 31 };

test('a line says who is connected, how much comes and how late', () => {
  expect(progressLine({ sites: 10_000, figures, reportsBefore: 11_990, elapsedMs: 1_050 })).toBe(
    'connected 9,998 of 10,000 · 333 reports/s · 10,021 snapshots · lag p50 4 ms, p99 31 ms',
  );
});

test('before the first snapshot there is no lag', () => {
  const none = { connected: 0, reports: 0, snapshots: 0, lagP50Ms: null, lagP99Ms: null };
  expect(progressLine({ sites: 1, figures: none, reportsBefore: 0, elapsedMs: 1_000 })).toBe(
    'connected 0 of 1 · 0 reports/s · 0 snapshots · no lag yet',
  );
});
