import { shortIssueText } from './issue-text.ts';
import { shortTroubleText } from './trouble-text.ts';

const TEXTS: Readonly<Record<string, string>> = {
  unreachable: 'offline, and without what was set since',
  offline: 'offline',
  rejected: 'with rejected commands',
  behind: 'not in sync',
  deviating: 'off the plan',
  limited: 'with commands served in part only',
  never: 'that never reported',
  held: 'held',
};

/** A problem of sites, behind how many have it, such as "12 sites offline". */
export function withProblem(sites: string, problem: string): string {
  const [kind, code = ''] = problem.split(':');
  if (kind === 'trouble') return `${sites}: ${shortTroubleText(code)}`;
  if (kind === 'issue') return `${sites}: ${shortIssueText(code)}`;
  return `${sites} ${TEXTS[problem] ?? problem}`;
}
