import type { ConformanceSummary } from './conformance-summary.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { CheckResult } from '../run-conformance.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1.5rem}dt{color:#57606a}dd{margin:0;overflow-wrap:anywhere}
details{border-top:1px solid #d0d7de;padding:.4rem 0}summary{cursor:pointer}
.pass{color:#1a7f37}.fail{color:#cf222e;font-weight:600}.skip{color:#57606a}
pre{overflow-x:auto;background:#f6f8fa;padding:.8rem;font-size:13px}`;
const WORDS = { pass: 'passed', fail: 'failed', skip: 'not run' } as const;

/** The results as a page that needs nothing beside it: the verdict, and for each check what happened. */
export function htmlText(summary: ConformanceSummary): string {
  const { results, counts, verdict } = summary;
  const facts = factsOf(summary).map(([name, value]) => `<dt>${name}</dt><dd>${text(value)}</dd>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Setpoint conformance: ${text(verdict)}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Setpoint conformance: ${text(verdict)}</h1>
<p>${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} not run.</p>
<dl>${facts.join('')}</dl>
<h2>Checks</h2>
${results.map(checkText).join('\n')}
</body></html>
`;
}

function factsOf(summary: ConformanceSummary): [string, string][] {
  const { controller, binding, profile, pace, startedAt, toolVersion, protocolVersion, evidenceSha256 } = summary;
  return [
    ['controller', controller],
    ['binding', binding],
    ['profile', profile],
    ['pace', String(pace)],
    ['begun', startedAt],
    ['Setpoint', toolVersion],
    ['protocol', protocolVersion],
    ['SHA-256 of evidence.jsonl', evidenceSha256],
  ];
}

function checkText({ id, title, finding, seconds, evidence }: CheckResult): string {
  const why = finding.kind === 'pass' ? '' : `<p>${text(finding.because)}</p>`;
  const lines = evidence.map((one) => `${(one.atMs / 1_000).toFixed(3).padStart(9)}  ${one.text}`).join('\n');
  const open = finding.kind === 'fail' ? ' open' : '';
  const heading = `${id} ${text(title)}: <span class="${finding.kind}">${WORDS[finding.kind]}</span>`;
  return `<details${open}><summary>${heading}, ${seconds.toFixed(1)} s</summary>${why}<pre>${text(lines)}</pre></details>`;
}
