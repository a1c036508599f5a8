import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Installs a packed `setpoint` into a folder, with no network; returns the program. */
export function installPackage(tarball: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tarball} could not be installed:\n${stdout}${stderr}`);
  return join(folder, 'node_modules/setpoint/bin/setpoint.js');
}
