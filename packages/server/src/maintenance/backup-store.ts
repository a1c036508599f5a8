import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '../store/sqlite/open-database.ts';
import { copyTables, type Progress, verifySites } from './copy-tables.ts';
import { databasePathIn, isDatabaseUrl, makePrivate, readPlace } from './open-place.ts';
import type { BackupCounts } from './keep-backups.ts';
import { listTables, openSqliteTables, readSqliteTables } from './open-sqlite-tables.ts';
import { MaintenanceError } from './tables.ts';

/** Writes all of a store, as of one instant, into one file; the service goes on meanwhile. */
export async function backupStore(
  place: string,
  file: string,
  onProgress: (done: Progress) => void,
): Promise<BackupCounts> {
  if (existsSync(file)) throw new MaintenanceError(`${file} already exists`);
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    makePrivate(unfinished);
    if (isDatabaseUrl(place)) await copyDatabase(place, unfinished, onProgress);
    else copyFile(databasePathIn(place), unfinished);
    const counts = { sites: await verifyFile(unfinished), rows: await countRows(unfinished) };
    flush(unfinished);
    renameSync(unfinished, file);
    flush(dirname(file));
    return counts;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${unfinished}${suffix}`, { force: true });
  }
}

function copyFile(path: string, to: string): void {
  if (!existsSync(path)) throw new MaintenanceError(`there is no store at ${path}`);
  const db = openDatabase(path, { readOnly: true, timeout: 5_000 });
  try {
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
  await using tables = readSqliteTables(file);
  const [check] = await tables.query('PRAGMA integrity_check');
  if (check?.['integrity_check'] !== 'ok')
    throw new MaintenanceError(`${file} is broken: ${check?.['integrity_check']}`);
  return await verifySites(tables);
}

// Reads each table as a whole, so that what is counted can be read.
async function countRows(file: string): Promise<number> {
  await using tables = readSqliteTables(file);
  let rows = 0;
  for (const { name } of await listTables()) {
    const [row] = (await tables.hasTable(name)) ? await tables.query(`SELECT count(*) AS count FROM ${name}`) : [];
    rows += Number(row?.['count'] ?? 0);
  }
  return rows;
}

function flush(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
