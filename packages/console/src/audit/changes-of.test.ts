import { expect, it } from 'vitest';
import { changesOf } from './changes-of.ts';

it('names what is another value, what came and what went', () => {
  const [before, after] = [
    { can: 'read', endsAt: null, kept: [1] },
    { can: 'schedule', endsAt: null, kept: [1], role: 'viewer' },
  ];
  expect(changesOf(before, after)).toEqual([
    { name: 'can', text: 'read → schedule' },
    { name: 'role', text: 'none → viewer' },
  ]);
  expect(changesOf(null, { count: 3 })).toEqual([{ name: 'count', text: '3' }]);
  expect(changesOf({ count: 3 }, null)).toEqual([{ name: 'count', text: '3 → none' }]);
});
