import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pythonVersion } from './python-version.ts';

// After a release, main is what comes after it: by SemVer, X.Y.Z-rc.N.dev is after rc.N and before the next.
const VERSION = /^\d+\.\d+\.\d+(?:-rc\.\d+(?:\.dev)?|-dev)?$/;

const [, , wanted = ''] = argv;
if (!VERSION.test(wanted))
  throw new Error('give the version: X.Y.Z, X.Y.Z-rc.N, or between releases X.Y.Z-dev, X.Y.Z-rc.N.dev');
const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** Whatever names the version: manifests, the chart with what is rendered from it, and pages that show it. */
const files = globSync([
  'package.json',
  'package-lock.json',
  'packages/*/package.json',
  'deploy/helm/setpoint/Chart.yaml',
  'deploy/kubernetes/*.yaml',
  'docs/do/conformance.md',
]);
for (const path of files) rewrite(path, current, wanted);
rewrite('clients/python/pyproject.toml', pythonVersion(current), pythonVersion(wanted));

function rewrite(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  // Not one that only begins like it.
  writeFileSync(path, text.replaceAll(new RegExp(`(?<![\\d.])${from.replaceAll('.', '\\.')}(?!\\d)`, 'g'), to));
}
