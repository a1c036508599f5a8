import type { SiteId } from '@setpoint/contract';
import type { Allocation } from '@setpoint/core';
import { expect, it } from 'vitest';
import { goesOnAsBefore } from './divide-again.ts';

type Told = Omit<Allocation['shares'][number], 'siteId'>;

const ORDERED: Told = { watts: 5_000, follows: 0, because: null };
const SILENT: Told = { watts: 0, follows: 5_000, because: 'offline' };
const HELD: Told = { watts: 0, follows: 0, because: 'held' };
const IDLE: Told = { watts: 0, follows: 0, because: null };

function isSame(before: readonly Told[], now: readonly Told[], shortfallWatts = 0): boolean {
  const shares = now.map((share, index) => ({ siteId: String(index), ...share }));
  const told = new Map(before.map((share, index) => [String(index) as SiteId, share]));
  const last = { shares: told, shortfallWatts: 0 } as unknown as Parameters<typeof goesOnAsBefore>[0];
  return goesOnAsBefore(last, { shares, shortfallWatts, surplusWatts: 0 });
}

it.each<[string, Told[], Told[], boolean]>([
  ['has the same order', [ORDERED], [ORDERED], true],
  ['fell silent, and follows its order', [ORDERED], [SILENT], true],
  ['fell silent and did nothing', [HELD], [{ ...IDLE, because: 'offline' }], true],
  ['has another order', [ORDERED], [{ ...ORDERED, watts: 4_000 }], false],
  ['does more the other way', [ORDERED], [{ ...ORDERED, misses: 1_000, because: 'ramp' }], false],
  ['is held, and was asked for nothing', [IDLE], [HELD], false],
  ['is back, and was asked for nothing', [HELD], [IDLE], false],
  ['is back, and follows an order that may end before', [SILENT], [ORDERED], false],
  ['is new', [], [IDLE], true],
  ['has left', [ORDERED, IDLE], [ORDERED], false],
])('one that %s', (_, before, now, expected) => {
  expect(isSame(before, now)).toBe(expected);
});

it('what is missing is news by itself', () => {
  expect(isSame([ORDERED], [ORDERED], 1)).toBe(false);
});
