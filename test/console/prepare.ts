import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../find-browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INSTALL_WITHIN_MS = 300_000;

/** Before the journeys: the page as its source is now, and a browser to open it in. */
export default function prepare(): void {
  // As it is served: what runs the tests would otherwise make it a build for developers.
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, encoding: 'utf8', env });
  if (built.status !== 0) throw new Error(`the console could not be built:\n${built.stdout}${built.stderr}`);
  if (findBrowser() !== undefined || installBrowser()) return;
  process.stderr.write(
    'No Chromium or Chrome was found, and none could be installed: the browser tests are SKIPPED.\n',
  );
}

function installBrowser(): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  process.stderr.write('No Chromium was found: installing the one of Debian.\n');
  const options = { stdio: 'ignore', timeout: INSTALL_WITHIN_MS } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  return findBrowser() !== undefined;
}
