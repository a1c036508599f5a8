import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draw = (seed: number, stream: string): number[] => {
  const random = seededRandom(seed, stream);
  return Array.from({ length: 100 }, () => random.uniform());
};

test('the same seed and stream give the same numbers', () => {
  expect(draw(7, 'load')).toEqual(draw(7, 'load'));
});

test('a neighbouring seed and another stream share no number', () => {
  const known = new Set(draw(7, 'load'));
  expect([...draw(8, 'load'), ...draw(7, 'ev')].filter((value) => known.has(value))).toEqual([]);
});

test('uniform numbers fill every tenth of [0, 1) alike', () => {
  const random = seededRandom(1, 'tenths');
  const counts = Array.from({ length: 10 }, () => 0);
  for (let index = 0; index < 100_000; index += 1) {
    const tenth = Math.floor(random.uniform() * 10);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  expect(counts).toHaveLength(10);
  expect(Math.min(...counts)).toBeGreaterThan(9600);
});

test('normal numbers have mean 0, deviation 1 and do not follow one another', () => {
  const random = seededRandom(2, 'normal');
  const values = Array.from({ length: 100_000 }, () => random.normal());
  const mean = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  expect(mean(values)).toBeCloseTo(0, 1);
  expect(mean(values.map((value) => value * value))).toBeCloseTo(1, 1);
  expect(mean(values.slice(1).map((value, index) => value * (values[index] ?? 0)))).toBeCloseTo(0, 1);
});
