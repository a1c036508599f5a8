import { expect, it } from 'vitest';
import { createCompany } from './company.ts';

it('is there from the first word of another node until a minute after the last', () => {
  let now = 0;
  const company = createCompany(() => now);
  expect(company.isThere()).toBe(false);
  company.hear('w');
  now = 59_999;
  expect(company.isThere()).toBe(true);
  now = 60_000;
  expect(company.isThere()).toBe(false);
});

it('answers who is new, and nobody else: two nodes know of each other after two words', () => {
  const [old, young] = [createCompany(), createCompany()];
  const answer = old.hear(young.word(true)) ?? '';
  expect(young.hear(answer)).toBeUndefined();
  expect([old.isThere(), young.isThere()]).toEqual([true, true]);
  expect(old.hear(young.word(false))).toBeUndefined();
});
