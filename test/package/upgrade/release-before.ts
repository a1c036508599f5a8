import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compareReleases, releaseAfter } from '@setpoint/server/testing/rooms/store';
import { installPackage } from '../install/install-package.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const KEPT = join(MODULES, '.cache/setpoint-before');
// On the disk of the modules, which are linked and not copied, and not among them: Node reads no types there.
const DIST = join(ROOT, 'dist');
const MORE_OUTPUT = { maxBuffer: 64 * 2 ** 20 };

const run = promisify(execFile);

/** The program of the release before, installed from its package; undefined where there is nothing to make it from. */
export async function releaseBefore(folder: string): Promise<string | undefined> {
  const tarball = process.env['SETPOINT_TEST_BEFORE'] ?? (await packBefore());
  return tarball === undefined ? undefined : await installPackage(tarball, folder);
}

async function packBefore(): Promise<string | undefined> {
  // No other `cp` makes links.
  if (process.platform !== 'linux') return undefined;
  const commit = await commitOfRelease().catch(() => undefined);
  if (commit === undefined) return undefined;
  const kept = join(KEPT, `${commit}.tgz`);
  if (existsSync(kept)) return kept;
  for (const path of [KEPT, DIST]) mkdirSync(path, { recursive: true });
  const tree = mkdtempSync(join(DIST, 'before-'));
  try {
    renameSync(await packTree(commit, tree), kept);
  } finally {
    rmSync(tree, { recursive: true });
  }
  return kept;
}

/** The commit that gave the release before its name; where the history was cut off, that cannot be told. */
async function commitOfRelease(): Promise<string | undefined> {
  const version = versionBefore(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  const { stdout: isShallow } = await run('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT });
  if (version === undefined || isShallow.trim() === 'true') return undefined;
  const search = ['log', '-1', '--format=%H', `-S## ${version} - `, '--', 'CHANGELOG.md'];
  const { stdout: commit } = await run('git', search, { cwd: ROOT });
  return commit.trim() || undefined;
}

/** The latest release, or the one before if this is the latest itself; undefined if it cannot run beside this one. */
function versionBefore(changelog: string): string | undefined {
  const [unreleased = '', ...released] = changelog.split(/^## (?=\d)/m);
  const versions = released.map((section) => section.split(' ')[0] ?? '');
  const version = versions[unreleased.includes('\n- ') ? 0 : 1];
  const { oldest_release: oldest } = releaseAfter({ release: '', oldest_release: '' });
  return version === undefined || compareReleases(version, oldest) < 0 ? undefined : version;
}

/** Packs the sources of then with the modules of now. */
async function packTree(commit: string, tree: string): Promise<string> {
  const archive = join(tree, 'tree.tar');
  await run('git', ['archive', '-o', archive, commit], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', tree]);
  const modules = readdirSync(MODULES).filter((name) => name !== '.cache');
  mkdirSync(join(tree, 'node_modules'));
  await run('cp', ['-al', ...modules.map((name) => join(MODULES, name)), join(tree, 'node_modules')]);
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await run('npm', ['run', '--silent', 'package'], { cwd: tree, env, ...MORE_OUTPUT });
  return stdout.trim().split('\n').at(-1) ?? '';
}
