import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cutChangelog } from './cut-changelog.ts';

// Makes all that a release publishes, from a clone of what is committed, as the workflow does: every step that needs
// no account. `npm run release:rehearse -- X.Y.Z FOLDER`
const [version = '', into = ''] = process.argv.slice(2);
if (version === '' || into === '') throw new Error('give the version to rehearse and a folder for what is made');
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WHERE = 'https://example.com/setpoint';
const out = resolve(into);
const clone = mkdtempSync(join(tmpdir(), 'setpoint-release-'));
const dist = join(clone, 'dist');
const skipped: string[] = [];

mkdirSync(out, { recursive: true });
try {
  step('clone', ['git', 'clone', '--quiet', ROOT, clone]);
  const changelog = join(clone, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, cutChangelog(readFileSync(changelog, 'utf8'), { version, date }));
  step('modules', ['npm', 'ci', '--no-audit', '--no-fund', '--silent']);
  step('version', ['node', 'scripts/set-version.ts', version]);
  step('notes', ['node', 'scripts/check-release.ts', `v${version}`], join(out, 'notes.md'));
  nameRepository();
  step('package', ['npm', 'run', '--silent', 'package']);
  step('client', ['npm', 'run', '--silent', 'package:client']);
  step('places of the build', ['node', 'scripts/check-packed.ts', WHERE, ...packed()]);
  for (const kind of ['sbom', 'vex']) {
    step(kind, ['tar', '-xzOf', packed()[0] ?? '', `package/${kind}.cdx.json`], join(dist, nameOf(kind)));
  }
  makePython();
  makeChart();
  makeImage();
  writeSums();
  step('installed', ['npm', 'install', '--silent', '--prefix', join(clone, 'installed'), packed()[0] ?? '']);
  step('says its version', [join(clone, 'installed/node_modules/.bin/setpoint'), '--version'], join(out, 'says.txt'));
  const says = readFileSync(join(out, 'says.txt'), 'utf8').trim();
  if (says !== version) throw new Error(`the installed program calls itself ${says}`);
  rmSync(join(out, 'says.txt'));
  for (const name of published()) writeFileSync(join(out, name), readFileSync(join(dist, name)));
  writeFileSync(join(out, 'SHA256SUMS'), readFileSync(join(dist, 'SHA256SUMS')));
  say(`made in ${out}: ${readdirSync(out).join(', ')}`);
  for (const what of skipped) say(`not made: ${what}`);
} finally {
  rmSync(clone, { recursive: true, force: true });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a command in the clone, with Node as the project has it; what it says may go into a file. */
function step(name: string, [command = '', ...args]: readonly string[], to?: string): void {
  say(`- ${name}`);
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`;
  const done = spawnSync(command, args, { cwd: clone, env: { ...process.env, PATH: path }, maxBuffer: 2 ** 28 });
  if (done.status !== 0) throw new Error(`${name} failed:\n${String(done.stdout)}${String(done.stderr ?? done.error)}`);
  if (to !== undefined) writeFileSync(to, done.stdout);
}

function isThere(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

function nameRepository(): void {
  for (const folder of ['packages/setpoint', 'packages/client']) {
    const fields = [`repository.type=git`, `repository.url=git+${WHERE}.git`, `repository.directory=${folder}`];
    const more = [`homepage=${WHERE}#readme`, `bugs.url=${WHERE}/issues`];
    step(`repository of ${folder}`, ['npm', 'pkg', 'set', '--prefix', folder, ...fields, ...more]);
  }
}

function packed(): string[] {
  return [join(dist, `setpoint-${version}.tgz`), join(dist, `setpoint-client-${version}.tgz`)];
}

function nameOf(kind: string): string {
  return kind === 'sbom' ? `setpoint-${version}.cdx.json` : `setpoint-${version}.vex.cdx.json`;
}

function makePython(): void {
  const venv = join(clone, 'venv');
  if (!isThere('python3', '-m', 'venv', venv)) return void skipped.push('the Python package, for want of Python');
  step('build for Python', [
    join(venv, 'bin/pip'),
    'install',
    '--quiet',
    '--disable-pip-version-check',
    'build==1.3.0',
  ]);
  step('Python package', [join(venv, 'bin/python'), '-m', 'build', '--outdir', dist, 'clients/python']);
}

function makeChart(): void {
  if (!isThere('helm', 'version')) return void skipped.push('the chart, for want of helm');
  step('chart', ['helm', 'package', 'deploy/helm/setpoint', '--destination', join(clone, 'chart')]);
  step('chart, by its name', [
    'mv',
    join(clone, `chart/setpoint-${version}.tgz`),
    join(dist, `setpoint-chart-${version}.tgz`),
  ]);
}

function makeImage(): void {
  // Of Docker, the client alone makes nothing.
  const tool = ['docker', 'podman', 'buildah'].find((name) => isThere(name, 'info'));
  if (tool === undefined) return void skipped.push('the image, for want of docker, podman or buildah');
  step('what goes into the image', ['tar', '-xzf', packed()[0] ?? '']);
  const args = ['-f', 'deploy/Dockerfile', '--build-arg', `VERSION=${version}`, '-t', `setpoint:${version}`, '.'];
  step('image', [tool, 'build', ...args]);
}

function published(): string[] {
  return readdirSync(dist).filter((name) => /\.(?:tgz|whl|tar\.gz|cdx\.json)$/.test(name));
}

function writeSums(): void {
  const lines = published().map((name) => {
    return `${createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(dist, 'SHA256SUMS'), lines.join(''));
}
