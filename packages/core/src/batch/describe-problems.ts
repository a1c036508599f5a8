import type { Problem } from './problem.ts';

const LISTED = 10;

/** The first ten problems in a sentence each, and the number of the others. */
export function describeProblems(problems: readonly Problem[]): string {
  const lines = problems.slice(0, LISTED).map((problem) => `${problem.place}: ${problem.text}`);
  const more = problems.length - lines.length;
  return more > 0 ? `${lines.join('; ')}; and ${more} more` : lines.join('; ');
}
