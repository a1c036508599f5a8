import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';

const VERSION = /^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/;

const [, , wanted = ''] = argv;
if (!VERSION.test(wanted)) throw new Error('give the version, X.Y.Z or X.Y.Z-rc.N');
const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** Whatever names the version: manifests, the chart with what is rendered from it, and pages that show it. */
const files = globSync([
  'package.json',
  'package-lock.json',
  'packages/*/package.json',
  'deploy/helm/setpoint/Chart.yaml',
  'deploy/kubernetes/*.yaml',
  'docs/conformance.md',
]);
for (const path of files) rewrite(path, current, wanted);
// Python writes 1.0.0-rc.1 as 1.0.0rc1.
rewrite('clients/python/pyproject.toml', asPython(current), asPython(wanted));

function rewrite(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  // Not one that only begins like it.
  writeFileSync(path, text.replaceAll(new RegExp(`(?<![\\d.])${from.replaceAll('.', '\\.')}(?!\\d)`, 'g'), to));
}

function asPython(version: string): string {
  return version.replace(/-([a-z]+)\./, '$1');
}
