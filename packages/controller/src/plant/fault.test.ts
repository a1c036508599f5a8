import { expect, test } from 'vitest';
import { activeFaults, type Fault } from './fault.ts';

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
