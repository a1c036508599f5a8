import { describe, expect, it } from 'vitest';
import { describeProblems } from './describe-problems.ts';
import { commandPlace, entryPlace, type Problem } from './problem.ts';

const problems = (count: number): Problem[] =>
  Array.from({ length: count }, (_, index) => ({ rule: 'schema', place: commandPlace(index), text: `wrong ${index}` }));

describe('problems', () => {
  it('are told each with its place', () => {
    expect(describeProblems(problems(2))).toBe('schedules[0]: wrong 0; schedules[1]: wrong 1');
  });

  it('are listed up to the tenth', () => {
    expect(describeProblems(problems(10))).toMatch(/; schedules\[9\]: wrong 9$/);
    expect(describeProblems(problems(11))).toMatch(/; schedules\[9\]: wrong 9; and 1 more$/);
    expect(describeProblems(problems(50_000))).toMatch(/; and 49990 more$/);
  });

  it('point at entries the way a person would write it in code', () => {
    expect(entryPlace(2, 14)).toBe('schedules[2].entries[14]');
  });
});
