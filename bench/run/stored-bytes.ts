import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskBytesOf } from '../load/disk-bytes-of.ts';
import { queryDatabase } from '@setpoint/server/testing/rooms/store';

/** How much a store holds, and had the disk write so far. */
export interface StoredBytes {
  size(): Promise<number>;
  written(): Promise<number>;
  /** Has all that is on its way to the files arrive there. */
  rest(): Promise<void>;
}

/** Pages in use, also those that are still in the log; written by one process. */
export function storedInFile(dataDir: string, pid: number): StoredBytes {
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
    written: () => Promise.resolve(diskBytesOf(pid) ?? Number.NaN),
    async rest() {
      // The service takes its checkpoints itself, also in the time that is measured.
    },
  };
}

// Linux counts the whole folio of the page cache that a part of was written, and those of a log filled with zeros are large.
// So it is PostgreSQL that counts: pages of tables and indexes, and the log, whose last page each write writes once more.
const WRITTEN = `SELECT
    (SELECT sum((coalesce(writes, 0) + coalesce(extends, 0)) * op_bytes) FROM pg_stat_io)
  + (SELECT wal_bytes + wal_write * current_setting('wal_block_size')::bigint FROM pg_stat_wal) AS bytes`;

export function storedOnPostgres(url: string): StoredBytes {
  return {
    async size() {
      const [row] = await queryDatabase(url, 'SELECT pg_database_size(current_database()) AS bytes');
      return Number(row?.['bytes']);
    },
    async written() {
      const [row] = await queryDatabase(url, WRITTEN);
      return Number(row?.['bytes']);
    },
    async rest() {
      await queryDatabase(url, 'VACUUM');
      await queryDatabase(url, 'CHECKPOINT');
    },
  };
}
