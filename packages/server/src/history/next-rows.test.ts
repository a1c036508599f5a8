import { expect, it } from 'vitest';
import { nextRows } from './next-rows.ts';

const batches = (count: number, bytes: number) =>
  Array.from({ length: count }, () => ({ commands: 'x'.repeat(bytes) }));

it('small batches are read in pages that grow, large ones few at a time', () => {
  expect(nextRows(1, batches(1, 300))).toBe(4);
  expect(nextRows(4, batches(4, 300))).toBe(16);
  expect(nextRows(64, batches(64, 300))).toBe(64);
  expect(nextRows(64, batches(64, 100_000))).toBe(5);
  expect(nextRows(4, batches(4, 1_300_000))).toBe(1);
  expect(nextRows(1, [])).toBe(4);
});
