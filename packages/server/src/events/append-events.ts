import type { EventType, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** Something that happened on a site. */
export interface NewEvent {
  readonly type: EventType;
  /** When it happened; when it is written, if left out. */
  readonly at?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

type Params = { now: number; siteId: string; events: string };

// The log numbers itself: one writer counts, while PostgreSQL has a number for each transaction.
// Single values: INSERT with a SELECT takes SQLite twice as long.
const insertEvents = statement<Params>()(({ db, dialect, param }) => {
  const isSqlite = dialect === 'sqlite';
  const epoch = sql<number>`(SELECT epoch FROM store_state)`;
  const number = isSqlite
    ? sql<number>`(SELECT COALESCE(MAX(tx), 0) + 1 FROM event WHERE epoch = ${epoch})`
    : sql<number>`CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)`;
  const n = isSqlite
    ? sql<number>`0`
    : sql<number>`(SELECT COALESCE(MAX(n) + 1, 0) FROM event WHERE epoch = ${epoch} AND tx = ${number})`;
  const row = { at: param('now'), site_id: param('siteId'), events: param('events') };
  return db.insertInto('event').values({ epoch, tx: number, n, ...row });
});

/** Tells what happened on one site, in the transaction that makes it so: one row, however many events. */
export async function appendEvents(
  tx: Tx,
  { siteId, now, events }: { readonly siteId: SiteId; readonly now: number; readonly events: readonly NewEvent[] },
): Promise<void> {
  if (events.length === 0) return;
  const written = events.map(({ type, at = now, data }) => ({ type, at, data }));
  await tx.run(insertEvents, { siteId, now, events: JSON.stringify(written) });
}
