import { expect, it } from 'vitest';
import { isStale } from './is-stale.ts';

it('what was read 15 s ago still counts, and nothing older', () => {
  expect([isStale(0, 15_000), isStale(0, 15_001)]).toEqual([false, true]);
});
