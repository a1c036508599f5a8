import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from '../find-browser.ts';

const INSTALL_WITHIN_MS = 300_000;

/** Before the journeys: a browser to open the page in. */
export default function prepare(): void {
  if (findBrowser() !== undefined || (mayInstall() && installBrowser())) return;
  process.stderr.write(
    'No Chromium or Chrome was found: the browser tests are SKIPPED. Install one (on Debian: apt-get install chromium), ' +
      'or let the tests of a machine that is there for them do it: CI=true npm test, as root on Debian.\n',
  );
}

// Tests leave a machine as it is, unless it is there for them.
function mayInstall(): boolean {
  return process.env['CI'] === 'true' && existsSync('/etc/debian_version') && process.getuid?.() === 0;
}

function installBrowser(): boolean {
  process.stderr.write('No Chromium was found: installing the one of Debian.\n');
  const options = { stdio: 'ignore', timeout: INSTALL_WITHIN_MS } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  return findBrowser() !== undefined;
}
