import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium or Chrome of this machine; undefined when it has none. */
export function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
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
