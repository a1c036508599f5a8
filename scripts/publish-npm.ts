import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { howToPublish, type PublishedState } from './how-to-publish.ts';

// Publishes a packed file, or finds that it is published: `node scripts/publish-npm.ts FILE TAG`
const [file = '', tag = ''] = process.argv.slice(2);
const { stdout } = spawnSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
const { name, version } = JSON.parse(stdout) as { readonly name: string; readonly version: string };
const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
const plan = howToPublish({ integrity, found: stateOf(`${name}@${version}`) });
process.stdout.write(`${name} ${version}: ${plan.text}\n`);
if (plan.kind === 'publish') {
  const args = ['publish', file, '--provenance', '--access', 'public', '--tag', tag];
  process.exitCode = spawnSync('npm', args, { stdio: 'inherit' }).status ?? 1;
} else process.exitCode = plan.kind === 'done' ? 0 : 1;

function stateOf(spec: string): PublishedState {
  const view = spawnSync('npm', ['view', spec, 'dist.integrity', '--json'], { encoding: 'utf8' });
  if (view.status === 0) return { kind: 'there', integrity: view.stdout.trim().replaceAll('"', '') };
  return view.stdout.includes('E404') ? { kind: 'none' } : { kind: 'unknown', reason: view.stderr.trim() };
}
