import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackage } from './install-package.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INSTALLED = join(ROOT, 'node_modules/.cache/setpoint-package');
const KEPT_FOR_MS = 24 * 3_600_000;

/** Before the journeys, once for a run: the package as the sources are now, installed as people install it. */
export default function prepare(): void {
  if (process.env['SETPOINT_TEST_PACKAGE'] !== undefined) return;
  const tarball = pack();
  process.env['SETPOINT_TEST_PACKAGE'] = tarball;
  // What is given is tested in its place: another version, or the sources.
  process.env['SETPOINT_TEST_PROGRAM'] ??= installed(tarball);
}

function pack(): string {
  // As it is served: what runs the tests would otherwise make it a build for developers.
  const env = { ...process.env, NODE_ENV: 'production' };
  const packed = spawnSync('npm', ['run', '--silent', 'package'], { cwd: ROOT, encoding: 'utf8', env });
  const path = packed.stdout.trim().split('\n').at(-1) ?? '';
  if (packed.status !== 0) throw new Error(`the package could not be built:\n${packed.stdout}${packed.stderr}`);
  return path;
}

// By its content: another run may use it now, and what was compiled from it is found again.
function installed(tarball: string): string {
  const key = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 16);
  const folder = join(INSTALLED, key);
  mkdirSync(INSTALLED, { recursive: true });
  removeOld();
  if (!existsSync(folder)) {
    const building = mkdtempSync(join(INSTALLED, 'new-'));
    installPackage(tarball, building);
    renameSync(building, folder);
  }
  return join(folder, 'node_modules/setpoint/bin/setpoint.js');
}

function removeOld(): void {
  for (const name of readdirSync(INSTALLED)) {
    const folder = join(INSTALLED, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_FOR_MS) rmSync(folder, { recursive: true, force: true });
  }
}
