import type { PlanSegment } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { newIssues } from './new-issues.ts';

const DAY = '2030-01-01T';

it('is told once of each issue that a change brings, from its first instant to its last', () => {
  const before = { grid: [segment(0, 6, 'held')], bess: [], solar: [] };
  const after = {
    grid: [segment(0, 2, 'held'), segment(2, 4, 'headroom_import'), segment(4, 5), segment(5, 6, 'headroom_import')],
    bess: [segment(1, 3, 'energy')],
    solar: [],
  };
  expect(newIssues(before, after)).toEqual([
    { code: 'energy', fromMs: at(1), toMs: at(3) },
    { code: 'headroom_import', fromMs: at(2), toMs: at(6) },
  ]);
  expect(newIssues(after, after)).toEqual([]);
});

function at(hour: number): number {
  return Date.parse(`${DAY}0${hour}:00:00Z`);
}

function segment(from: number, to: number, code?: string): PlanSegment {
  const issues = code === undefined ? [] : [{ code, amount: null }];
  const bounds = { target: null, offset: null, lo: null, hi: null, reserveImport: 0, reserveExport: 0, because: [] };
  return { from: `${DAY}0${from}:00:00Z`, to: `${DAY}0${to}:00:00Z`, ...bounds, issues };
}
