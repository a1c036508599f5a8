import { TROUBLE_CODES, TROUBLE_MEANING } from '../delivery/schema.ts';
import { ISSUE_CODES, ISSUE_TEXTS } from '../plan/schema.ts';

/** What a site can need attention for, in words, the gravest first. A hold is meant: nobody acknowledges it. */
export const PROBLEM_ROWS = [
  ['unreachable', 'the controller is offline, and has not received what is set'],
  ['offline', 'the controller is not heard from'],
  ['rejected', 'the controller rejects commands'],
  ['behind', 'the controller is online, and has not applied what is set'],
  ['deviating', 'a setpoint or a limit was not followed'],
  ...TROUBLE_CODES.map((code) => [`trouble:${code}`, TROUBLE_MEANING[code]] as const),
  ['limited', 'the controller serves commands in part only'],
  ...ISSUE_CODES.filter((code) => code !== 'held').map(
    (code) => [`issue:${code}`, lowered(ISSUE_TEXTS[code])] as const,
  ),
  ['never', 'the controller has never reported'],
  ['held', lowered(ISSUE_TEXTS.held)],
] as const;

type Code = (typeof PROBLEM_ROWS)[number][0];
export type Problem = Exclude<Code, 'held'>;
export const PROBLEMS = PROBLEM_ROWS.map(([code]) => code).filter((code) => code !== 'held');

/** A problem without what it is in particular: `trouble` of `trouble:clock_off`. */
export type ProblemKind = Code extends infer One ? (One extends `${infer Kind}:${string}` ? Kind : One) : never;
const kindOf = (code: Code): ProblemKind => code.replace(/:.*/, '') as ProblemKind;
export const PROBLEM_KINDS: readonly ProblemKind[] = [...new Set(PROBLEM_ROWS.map(([code]) => kindOf(code)))];

/** A problem in words; of one that a later release made up, its code. */
export function problemSentence(problem: string): string {
  return PROBLEM_ROWS.find(([code]) => code === problem)?.[1] ?? problem.replaceAll('_', ' ');
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
