import type { CheckResult } from '../run-conformance.ts';

const WORDS = { pass: 'pass', fail: 'FAIL', skip: 'skip' } as const;
const TITLE_WIDTH = 76;

/** One check for a terminal, with the reason below it unless it passed. */
export function resultLine({ id, title, finding, seconds }: CheckResult): string {
  const took = finding.kind === 'skip' ? '' : `${seconds.toFixed(1)} s`.padStart(8);
  const line = `  ${id} ${title.padEnd(TITLE_WIDTH)} ${WORDS[finding.kind]}${took}`;
  return finding.kind === 'pass' ? line : `${line}\n      ${finding.because}`;
}
