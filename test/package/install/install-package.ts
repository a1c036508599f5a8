import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs a packed `setpoint` into a folder, with no network; returns the program. */
export async function installPackage(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball];
  await promisify(execFile)('npm', args, { cwd: folder });
  return join(folder, 'node_modules/setpoint/bin/setpoint.js');
}
