import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// Those that people have.
const WITH_WINDOWS: readonly string[] = ['chromium', 'chromium-browser', 'google-chrome'];
/** The same engine without windows: the tests of a page take it a third less of a processor. */
export const SHELL = 'chromium-headless-shell';

/** The Chromium or Chrome of this machine; undefined when it has none. */
export function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [SHELL, ...WITH_WINDOWS].flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why nothing can be opened in a browser here. */
export const noBrowser =
  findBrowser() === undefined
    ? 'no Chromium or Chrome is there (on Debian: apt-get install chromium; CI=true npm test installs it, as root)'
    : undefined;
