import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryDatabase } from '../src/store/postgres/query-database.ts';

/** Where `startService` leaves the address of the database that it made for a data folder. */
export function databaseUrlPath(dataDir: string): string {
  return join(dataDir, 'database-url');
}

/** Looks into the tables past the service. */
export async function queryStore(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  const urlPath = databaseUrlPath(dataDir);
  if (existsSync(urlPath)) return queryDatabase(readFileSync(urlPath, 'utf8'), text);
  // One that opens or ends has it to itself for a moment.
  using database = new DatabaseSync(join(dataDir, 'setpoint.sqlite'), { timeout: 10_000 });
  return database
    .prepare(text)
    .all()
    .map((row) => ({ ...row }));
}
