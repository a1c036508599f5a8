import type { ConformanceSummary } from './conformance-summary.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { CheckResult } from '../run-conformance.ts';

/** The results as JUnit XML: a test case for each check, with what happened as its output. */
export function junitText({ results, counts, controller, binding, profile, startedAt }: ConformanceSummary): string {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0).toFixed(3);
  const name = escapeMarkup(`Setpoint conformance, ${profile}, ${binding}: ${controller}`);
  const counted = `tests="${results.length}" failures="${counts.failed}" skipped="${counts.skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${name}" ${counted} errors="0" time="${seconds}" timestamp="${startedAt}">
${results.map(caseText).join('\n')}
</testsuite>
</testsuites>
`;
}

function caseText({ id, title, finding, seconds, evidence }: CheckResult): string {
  const name = escapeMarkup(`${id} ${title}`);
  const output = escapeMarkup(evidence.map(({ atMs, text }) => `${(atMs / 1_000).toFixed(3)} ${text}`).join('\n'));
  const found = {
    pass: () => '',
    fail: (because: string) => `<failure message="${escapeMarkup(because)}"/>`,
    skip: (because: string) => `<skipped message="${escapeMarkup(because)}"/>`,
  }[finding.kind](finding.kind === 'pass' ? '' : finding.because);
  const opening = `<testcase classname="setpoint.conformance" name="${name}" time="${seconds.toFixed(3)}">`;
  return `${opening}${found}<system-out>${output}</system-out></testcase>`;
}
