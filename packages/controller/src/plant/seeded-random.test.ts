import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draw = (seed: number, stream: string): number[] => {
  const random = seededRandom(seed, stream);
  return Array.from({ length: 100 }, () => random.uniform());
};

test('the same seed and stream give the same numbers; a neighbouring seed and another stream share none', () => {
  expect(draw(7, 'load')).toEqual(draw(7, 'load'));
  const known = new Set(draw(7, 'load'));
  expect([...draw(8, 'load'), ...draw(7, 'ev')].filter((value) => known.has(value))).toEqual([]);
});
