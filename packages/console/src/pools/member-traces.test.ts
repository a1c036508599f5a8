import type { MemberFollowing } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { withReading } from './member-traces.ts';

const order = (kW: number, suppliedkW: number | null) => ({ kW, suppliedkW }) as MemberFollowing['order'];

it('each reading is a point of each member, for five minutes', () => {
  const first = withReading(new Map(), 1_000, [{ siteId: 'a', order: order(100, 90) }]);
  const second = withReading(first, 1_004, [
    { siteId: 'a', order: order(100, null) },
    { siteId: 'b', order: null },
  ]);
  expect(second.get('a')).toEqual([
    { second: 1_000, orderedKw: 100, suppliedKw: 90 },
    { second: 1_004, orderedKw: 100, suppliedKw: null },
  ]);
  expect(second.get('b')).toEqual([{ second: 1_004, orderedKw: null, suppliedKw: null }]);
  const later = withReading(second, 1_302, [{ siteId: 'a', order: order(0, 0) }]);
  expect(later.get('a')?.map((point) => point.second)).toEqual([1_004, 1_302]);
  expect(later.has('b')).toBe(false);
});
