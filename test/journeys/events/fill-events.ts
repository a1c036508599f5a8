import { DatabaseSync } from 'node:sqlite';

export interface Filling {
  readonly databasePath: string;
  readonly siteId: string;
  readonly rows: number;
  readonly at: number;
}

const EVENTS = `'[{"type":"batch.accepted","at":' || :at || ',"data":{"batchId":"00000000-0000-4000-8000-00000000000b",'
  || '"version":' || i || ',"clientId":"00000000-0000-4000-8000-00000000000c",'
  || '"commands":[{"asset":"grid","type":"activePowerkW","isCleared":false}]}}]'`;

/** Puts so many more events into the log of a store that no service uses, much faster than a service could. */
export function fillEvents({ databasePath, siteId, rows, at }: Filling): void {
  using db = new DatabaseSync(databasePath, { timeout: 60_000 });
  // Nobody needs it to outlast a power cut, and a journal would be as large as the log.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  db.prepare(
    `INSERT INTO event (epoch, tx, n, at, site_id, events)
     WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < :rows)
     SELECT store_state.epoch, (SELECT COALESCE(MAX(tx), 0) FROM event) + i, 0, :at, unhex(:siteId, '-'), ${EVENTS}
     FROM counted, store_state`,
  ).run({ rows, at, siteId });
  db.exec('PRAGMA journal_mode = WAL');
}
