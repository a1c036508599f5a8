import { closeSync, fchmodSync, fstatSync, openSync } from 'node:fs';

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;

/** Makes a file that its owner alone can read; one that is there becomes so, unless it belongs to somebody else. */
export function makePrivate(path: string): void {
  const file = openSync(path, 'a', OWNER_ALONE);
  try {
    if ((fstatSync(file).mode & OTHERS) !== 0) fchmodSync(file, OWNER_ALONE);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) throw cause;
  } finally {
    closeSync(file);
  }
}
