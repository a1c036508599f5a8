import { sql } from 'kysely';
import { type Building, statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import type { StoredText } from '../store/values/stored-text.ts';

/** Stands in place of a site where a row has the events of many. */
export const OF_MANY_SITES = null;

type Params = { now: number; siteId: string | null; events: StoredText };

// The log numbers itself: one writer counts, while PostgreSQL has a number for each transaction.
// Single values: INSERT with a SELECT takes SQLite twice as long.
function insertion({ db, dialect, param }: Building<Params>) {
  const isSqlite = dialect === 'sqlite';
  const epoch = sql<number>`(SELECT epoch FROM store_state)`;
  const number = isSqlite
    ? sql<number>`(SELECT COALESCE(MAX(tx), 0) + 1 FROM event WHERE epoch = ${epoch})`
    : sql<number>`CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)`;
  const n = isSqlite
    ? sql<number>`0`
    : sql<number>`(SELECT COALESCE(MAX(n) + 1, 0) FROM event WHERE epoch = ${epoch} AND tx = ${number})`;
  const row = { at: param('now'), site_id: toStoredId(dialect, param('siteId')), events: param('events') };
  return db.insertInto('event').values({ epoch, tx: number, n, ...row });
}

export const insertEvents = statement<Params>()(insertion);

/** The same, and says where the row stands. */
export const insertEventsAt = statement<Params>()((building) => insertion(building).returning(['epoch', 'tx', 'n']));
