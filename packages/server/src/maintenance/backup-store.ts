import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readSchemaState } from '../store/schema-state.ts';
import { askFile, openDatabase } from '../store/sqlite/open-database.ts';
import { copyTables, countIn, type Progress, verifySites } from './copy-tables.ts';
import { makePrivate } from '../store/sqlite/make-private.ts';
import { databasePathIn, isDatabaseUrl, readPlace } from './open-place.ts';
import type { BackupCounts } from './keep-backups.ts';
import { openSqliteTables, readSqliteTables } from './open-sqlite-tables.ts';
import { removeAtEnd } from './remove-at-end.ts';
import { listTables, MaintenanceError } from './tables.ts';

const UNFINISHED = /^\.(\d+)\.tmp(-\w+)?$/;

/** Removes unfinished backups to a file, of processes that have ended; in containers, the next one often has the same id. */
function removeLeftovers(file: string): void {
  const [folder, name] = [dirname(file), basename(file)];
  for (const one of readdirSync(folder).filter((other) => other.startsWith(name))) {
    const [, pid] = UNFINISHED.exec(one.slice(name.length)) ?? [];
    if (pid !== undefined && hasEnded(Number(pid))) rmSync(join(folder, one), { force: true });
  }
}

function hasEnded(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (cause) {
    // Otherwise it runs, and belongs to another user.
    return cause instanceof Error && 'code' in cause && cause.code === 'ESRCH';
  }
}

/** Writes all of a store, as of one instant, into one file; the service goes on meanwhile. */
export async function backupStore(
  place: string,
  file: string,
  onProgress: (done: Progress) => void,
): Promise<BackupCounts> {
  if (existsSync(file)) throw new MaintenanceError(`${file} already exists`);
  const unfinished = `${file}.${process.pid}.tmp`;
  const paths = ['', '-wal', '-shm', '-journal'].map((suffix) => `${unfinished}${suffix}`);
  using _atEnd = removeAtEnd(paths);
  try {
    removeLeftovers(file);
    makePrivate(unfinished);
    if (isDatabaseUrl(place)) await copyDatabase(place, unfinished, onProgress);
    else await copyFile(databasePathIn(place), unfinished);
    const counts = { sites: await verifyFile(unfinished), rows: await countRows(unfinished) };
    flush(unfinished);
    renameSync(unfinished, file);
    flush(dirname(file));
    return counts;
  } catch (cause) {
    if (cause instanceof MaintenanceError) throw cause;
    throw new MaintenanceError(`the backup ${file} could not be made: ${reasonOf(cause)}`, { cause });
  } finally {
    for (const path of paths) rmSync(path, { force: true });
  }
}

async function copyFile(path: string, to: string): Promise<void> {
  if (!existsSync(path)) throw new MaintenanceError(`there is no store at ${path}`);
  const db = openDatabase(path, { readOnly: true, timeout: 5_000 });
  try {
    await readSchemaState(askFile(db), 'sqlite');
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

async function copyDatabase(url: string, to: string, onProgress: (done: Progress) => void): Promise<void> {
  await using source = await readPlace(url);
  await using target = await openSqliteTables(to);
  await copyTables(source, target, onProgress);
  await target.commit();
}

/** Whether a file is whole, down to each text that is set. */
export async function verifyFile(file: string): Promise<number> {
  try {
    await using tables = readSqliteTables(file);
    const [check] = await tables.query('PRAGMA integrity_check');
    if (check?.['integrity_check'] !== 'ok') throw new Error(String(check?.['integrity_check']));
    return await verifySites(tables);
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new MaintenanceError(reason.includes(file) ? reason : `${file} is broken: ${reason}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

// Reads each table as a whole, so that what is counted can be read.
async function countRows(file: string): Promise<number> {
  await using tables = readSqliteTables(file);
  let rows = 0;
  for (const { name } of listTables()) rows += await countIn(tables, name);
  return rows;
}

function flush(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
