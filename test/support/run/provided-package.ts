import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { provideDoor } from '@setpoint/server/testing/provide-door';
import { installBrowser } from './install-browser.ts';
import { installPackage } from '../../package/install/install-package.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INSTALLED = join(ROOT, 'node_modules/.cache/setpoint-package');
const KEPT_FOR_MS = 24 * 3_600_000;

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers once the package is built and installed. */
    packageDoor: string;
  }
}

/** What journeys start. */
export interface ProvidedPackage {
  readonly tarball: string;
  readonly program: string;
}

/** Once for a run, when it is asked for the first time: the package as the sources are now, installed as people install it. */
export async function setup(project: TestProject): Promise<() => void> {
  let building: Promise<ProvidedPackage> | undefined;
  return provideDoor(project, 'packageDoor', () => (building ??= provide()));
}

async function provide(): Promise<ProvidedPackage> {
  const [provided] = await Promise.all([providePackage(), installBrowser()]);
  return provided;
}

async function providePackage(): Promise<ProvidedPackage> {
  const tarball = process.env['SETPOINT_TEST_PACKAGE'] ?? (await pack());
  // What is given is tested in its place: another version, or the sources.
  return { tarball, program: process.env['SETPOINT_TEST_PROGRAM'] ?? (await installed(tarball)) };
}

/** Builds the package as it is served. */
export async function pack(): Promise<string> {
  // What runs the tests would otherwise make it a build for developers.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: ROOT, env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

// By its content: another run may use it now, and what was compiled from it is found again.
async function installed(tarball: string): Promise<string> {
  const key = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 16);
  const folder = join(INSTALLED, key);
  mkdirSync(INSTALLED, { recursive: true });
  removeOld();
  if (!existsSync(folder)) {
    const building = mkdtempSync(join(INSTALLED, 'new-'));
    await installPackage(tarball, building);
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
