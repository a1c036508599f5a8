import { expect, test } from 'vitest';
import { activeFaults, clockSkewMs, faultsBegun, isPairRejected } from './fault.ts';
import type { Fault } from './fault.ts';

const schedule: Fault[] = [
  { kind: 'half_open', atMs: 100, forMs: 50 },
  { kind: 'skew', atMs: 120, forMs: 100, skewMs: 3000 },
  { kind: 'skew', atMs: 200, forMs: 100, skewMs: -500 },
  { kind: 'restart', atMs: 400, forMs: 20, withMemory: false },
  { kind: 'restart', atMs: 500, forMs: 0, withMemory: true },
  { kind: 'reject_pair', atMs: 100, forMs: 50, asset: 'bess', type: 'optimalSocPcnt' },
];

test.each([
  [99, []],
  [100, ['half_open', 'reject_pair']],
  [149, ['half_open', 'skew', 'reject_pair']],
  [150, ['skew']],
  [410, ['restart']],
  [420, []],
])('at %i the active faults are %j', (atMs, kinds) => {
  expect(activeFaults(schedule, atMs).map((fault) => fault.kind)).toEqual(kinds);
});

test('a restart is seen once however the looks fall, even one that takes no time', () => {
  const looks = [0, 399, 400, 401, 480, 520, 900];
  const seen = looks.slice(1).flatMap((untilMs, index) => faultsBegun(schedule, looks[index] ?? 0, untilMs));
  expect(seen.filter((fault) => fault.kind === 'restart').map((fault) => fault.atMs)).toEqual([400, 500]);
});

test.each([
  [119, 0],
  [120, 3000],
  [210, 2500],
  [250, -500],
  [300, 0],
])('at %i the clock is off by %i ms', (atMs, skewMs) => {
  expect(clockSkewMs(schedule, atMs)).toBe(skewMs);
});

test('only the named pair is rejected, and only meanwhile', () => {
  const during = activeFaults(schedule, 120);
  expect(isPairRejected(during, { asset: 'bess', type: 'optimalSocPcnt' })).toBe(true);
  expect(isPairRejected(during, { asset: 'bess', type: 'activePowerkW' })).toBe(false);
  expect(isPairRejected(activeFaults(schedule, 150), { asset: 'bess', type: 'optimalSocPcnt' })).toBe(false);
});
