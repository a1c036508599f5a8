import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryDatabase } from '../../packages/server/src/store/postgres/query-database.ts';

/** How much a store holds. */
export interface StoredBytes {
  size(): Promise<number>;
  /** Has all that is on its way to the files arrive there. */
  rest(): Promise<void>;
}

/** Pages in use, also those that are still in the log. */
export function storedInFile(dataDir: string): StoredBytes {
  const path = join(dataDir, 'setpoint.sqlite');
  return {
    async size() {
      const db = new DatabaseSync(path, { readOnly: true });
      const [used] = db
        .prepare(`SELECT (page_count - freelist_count) * page_size AS bytes
          FROM pragma_page_count, pragma_freelist_count, pragma_page_size`)
        .all();
      db.close();
      return Number(used?.['bytes']);
    },
    async rest() {
      // The service takes its checkpoints itself, also in the time that is measured.
    },
  };
}

export function storedOnPostgres(url: string): StoredBytes {
  return {
    async size() {
      const [row] = await queryDatabase(url, 'SELECT pg_database_size(current_database()) AS bytes');
      return Number((row as { bytes?: string } | undefined)?.bytes);
    },
    async rest() {
      await queryDatabase(url, 'VACUUM');
      await queryDatabase(url, 'CHECKPOINT');
    },
  };
}
