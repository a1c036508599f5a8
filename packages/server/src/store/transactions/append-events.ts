import type { EventType, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

/** Something that happened on a site. */
export interface NewEvent {
  readonly type: EventType;
  /** When it happened; when it is written, if left out. */
  readonly at?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

type Params = { now: number; siteId: string; events: string };

// The log numbers itself: one writer counts, while PostgreSQL has a number for each transaction.
const insertEvents = statement<Params>()(({ db, dialect, param }) => {
  const numbered =
    dialect === 'sqlite'
      ? sql<number>`(SELECT COALESCE(MAX(e.tx), 0) + 1 FROM event AS e WHERE e.epoch = store_state.epoch)`
      : sql<number>`CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)`;
  const n =
    dialect === 'sqlite'
      ? sql<number>`0`
      : sql<number>`(
    SELECT COALESCE(MAX(e.n) + 1, 0) FROM event AS e WHERE e.epoch = store_state.epoch AND e.tx = ${numbered})`;
  return db
    .insertInto('event')
    .columns(['epoch', 'tx', 'n', 'at', 'site_id', 'events'])
    .expression((eb) =>
      eb
        .selectFrom('store_state')
        .select([
          'store_state.epoch',
          numbered.as('tx'),
          n.as('n'),
          sql<number>`CAST(${param('now')} AS BIGINT)`.as('at'),
          sql<string>`CAST(${param('siteId')} AS TEXT)`.as('site_id'),
          sql<string>`CAST(${param('events')} AS TEXT)`.as('events'),
        ]),
    );
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
