import { UnfitStore } from '../store/release.ts';
import type { StoreSettings } from '../store/settings.ts';
import { databaseProblem } from '../store/postgres/database-problem.ts';
import { UnfitDatabase } from '../store/postgres/unfit-database.ts';
import { databasePathIn } from './open-place.ts';
import { readProgress, type StoreState } from './store-state.ts';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { refuseLost } from '../store/sqlite/lost-commits.ts';
import { askFile } from '../store/sqlite/open-database.ts';

export type ExaminedStore =
  | { readonly kind: 'fit'; readonly state: StoreState }
  | { readonly kind: 'unfit'; readonly problems: readonly string[] };

type Examined = Pick<StoreSettings, 'dataDir' | 'database'>;

const ANSWER_WITHIN_MS = 8_000;

/** Whether a service could run on a store, and what it would do to it; changes nothing, beside one that runs too. */
export async function examineStore(
  { dataDir, database }: Examined,
  withinMs = ANSWER_WITHIN_MS,
): Promise<ExaminedStore> {
  const setting = database === undefined ? 'SETPOINT_DATA_DIR' : 'DATABASE_URL';
  try {
    if (database === undefined) return { kind: 'fit', state: await examineFile(databasePathIn(dataDir)) };
    // Loaded where there is a database.
    const { examineDatabase } = await import('./examine-database.ts');
    return { kind: 'fit', state: await within(withinMs, examineDatabase(database)) };
  } catch (cause) {
    if (cause instanceof UnfitDatabase) return { kind: 'unfit', problems: cause.problems };
    const isOfFile = database === undefined || cause instanceof UnfitStore;
    const problem = isOfFile && cause instanceof Error ? cause.message : databaseProblem(cause);
    return { kind: 'unfit', problems: [`${setting}: ${problem}`] };
  }
}

async function within<Result>(withinMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it did not answer within ${withinMs / 1_000} s`)), withinMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is known of a file; throws where a service could not run on it. */
async function examineFile(path: string): Promise<StoreState> {
  const about = { kind: 'sqlite', place: path, serverVersion: null } as const;
  if (!existsSync(path)) {
    refuseFolder(dirname(path));
    return { ...about, ...(await readProgress(async () => [], 'sqlite')) };
  }
  refuseForeign(path);
  const db = openUnchanged(path);
  try {
    refuseLost(db, path);
    return { ...about, ...(await readProgress(askFile(db), 'sqlite')) };
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
