import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { findBrowser, SHELL } from '../find-browser.ts';

const INSTALL_WITHIN_MS = 300_000;

/** A browser for the tests that open a page, on a machine that is there for tests alone; others stay as they are. */
export async function installBrowser(): Promise<void> {
  const mayInstall = process.env['CI'] === 'true' && existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (findBrowser() !== undefined || !mayInstall) return;
  process.stderr.write('No Chromium was found: installing the one of Debian.\n');
  const run = async (...args: string[]) => {
    await promisify(execFile)('apt-get', args, { timeout: INSTALL_WITHIN_MS });
  };
  try {
    await run('update');
    const install = (name: string) => run('install', '-y', '--no-install-recommends', name);
    // Not every relative of Debian has the shell.
    await install(SHELL).catch(() => install('chromium'));
  } catch (cause) {
    process.stderr.write(`It could not be installed: ${String(cause)}\n`);
  }
}
