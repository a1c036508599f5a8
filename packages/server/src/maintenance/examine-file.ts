import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { refuseEarlier } from '../store/release.ts';
import { refuseLost } from '../store/sqlite/lost-commits.ts';
import { refuseNewerFile, stepsDone, storeRelease } from '../store/sqlite/steps-done.ts';
import { stepsLeft, type StoreState } from './store-state.ts';

/** What is known of a file; throws where a service could not run on it. */
export function examineFile(path: string): StoreState {
  const about = { kind: 'sqlite', place: path, serverVersion: null } as const;
  if (!existsSync(path)) {
    refuseFolder(dirname(path));
    return { ...about, release: null, ...stepsLeft(new Set()) };
  }
  refuseForeign(path);
  const db = openUnchanged(path);
  try {
    refuseLost(db, path);
    const done = stepsDone(db);
    refuseEarlier(done);
    if (done.size > 0) refuseNewerFile(db, done);
    const release = done.size === 0 ? '' : storeRelease(db).release;
    return { ...about, release: release === '' ? null : release, ...stepsLeft(done) };
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause)
      throw new Error(`${path} cannot be read: ${cause.message}`, { cause });
    throw cause;
  } finally {
    db.close();
  }
}

/** Who only reads makes files beside a database all the same, unless told that nobody writes to it. */
function openUnchanged(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

function refuseForeign(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch {
    throw new Error(`${path} cannot be read and written by this user`);
  }
}

/** Where there is no folder yet, it is made in the nearest one that there is. */
function refuseFolder(wanted: string): void {
  let folder = resolve(wanted);
  while (!existsSync(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`this user cannot write to ${folder}`);
  }
}
