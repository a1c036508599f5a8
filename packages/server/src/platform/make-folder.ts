import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes a folder for its owner alone, with those above it that are missing. Node's own way never ends below `/proc`. */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw cause;
  }
}
