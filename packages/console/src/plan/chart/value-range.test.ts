import { expect, it } from 'vitest';
import { valueRange } from './value-range.ts';

const HOUR = 3_600_000;
const idle = {
  fromMs: 0,
  toMs: HOUR,
  target: 50,
  offset: null,
  lo: null,
  hi: 5_000,
  reserveImport: null,
  reserveExport: null,
  because: [],
  issues: [],
};
const measured = [[], []] as const;
const view = { min: 0, max: 3_600 };

it('a far limit is left out of the picture, unless it is being edited', () => {
  const [, high] = valueRange({ segments: [idle], measured }, view);
  expect(high).toBeLessThan(100);
  const edited = [
    { startAt: new Date(0).toISOString(), endAt: new Date(HOUR).toISOString(), value: 5_000 },
    { startAt: new Date(HOUR).toISOString(), endAt: new Date(2 * HOUR).toISOString(), value: 90_000 },
  ];
  const [, top] = valueRange({ segments: [idle], measured, edited }, view);
  expect(top).toBeGreaterThan(5_000);
  expect(top).toBeLessThan(10_000);
});
