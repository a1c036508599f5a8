import { type ClientId, type EventType, isAlertEvent, isPoolEvent, type PoolId, type SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { isVisible } from '../access/sites/is-visible.ts';
import { longRead } from '../store/long-read.ts';
import { statement } from '../store/statement.ts';
import { fromStoredId } from '../store/values/to-stored-id.ts';
import { fromStoredText, type StoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import type { NewEvent } from './write-events.ts';
import { OF_MANY_SITES } from './insert-events.ts';

/** The place of an event in the log. */
export interface EventPosition {
  readonly epoch: number;
  readonly tx: number;
  readonly n: number;
  /** Counts within the row. */
  readonly k: number;
}

export interface LoggedEvent {
  readonly position: EventPosition;
  readonly type: EventType;
  /** Left out where it happened to a pool or the audit log, and for an alert. */
  readonly siteId?: SiteId;
  readonly poolId?: PoolId;
  readonly alertId?: string;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

// Behind every event of its row; an INTEGER of PostgreSQL has 32 bits.
const LAST_OF_ROW = 999_999_999;

/** Before the first event there ever was. */
const BEFORE_ALL_EVENTS: EventPosition = { epoch: 0, tx: 0, n: 0, k: 0 };

export function compareEventPositions(one: EventPosition, other: EventPosition): number {
  return one.epoch - other.epoch || one.tx - other.tx || one.n - other.n || one.k - other.k;
}

type IdOrNone = string | null;
type PageParams = { epoch: number; tx: number; n: number; limit: number };

// What a running transaction may still put before a row keeps that row back: nobody ever misses one. An epoch ends when
// no transaction writes (`raise-epoch.ts`), and what another server wrote in it may have any number.
const IS_SETTLED = sql<boolean>`(tx < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)
  OR event.epoch < (SELECT store_state.epoch FROM store_state))`;

const rowsFrom = statement<PageParams>()(({ db, dialect, param }) => {
  const rows = db
    .selectFrom('event')
    .select(['epoch', 'tx', 'n', 'at', 'events'])
    .select(fromStoredId<IdOrNone>(dialect, 'site_id').as('site_id'))
    .where((eb) => eb(eb.refTuple('epoch', 'tx', 'n'), '>=', eb.tuple(param('epoch'), param('tx'), param('n'))))
    .orderBy('epoch')
    .orderBy('tx')
    .orderBy('n')
    .limit(param('limit'));
  if (dialect === 'sqlite') return rows;
  return rows.where(IS_SETTLED);
});

/** As `rowsFrom`, without what happened on sites that a client cannot see, but for rows of many sites. */
const rowsSeenFrom = statement<PageParams & { clientId: string }>()(({ db, dialect, param }) => {
  const rows = db
    .selectFrom('event')
    .select(['epoch', 'tx', 'n', 'at'])
    .select(fromStoredId<IdOrNone>(dialect, 'site_id').as('site_id'))
    .select((eb) =>
      eb
        .case()
        .when('event.site_id', 'is', OF_MANY_SITES)
        .then(eb.ref('events').$castTo<StoredText | null>())
        .when(isVisible(dialect, fromStoredId(dialect, 'event.site_id'), param('clientId')))
        .then(eb.ref('events').$castTo<StoredText | null>())
        .end()
        .as('events'),
    )
    .where((eb) => eb(eb.refTuple('epoch', 'tx', 'n'), '>=', eb.tuple(param('epoch'), param('tx'), param('n'))))
    .orderBy('epoch')
    .orderBy('tx')
    .orderBy('n')
    .limit(param('limit'));
  if (dialect === 'sqlite') return rows;
  return rows.where(IS_SETTLED);
});

export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** Whether the event that the page comes after is in the log. */
  readonly isAfterKnown: boolean;
  /** Whether there may be more behind it. */
  readonly isFull: boolean;
}

/** The events behind one place, oldest first. */
export async function readEvents(
  tx: Tx,
  { after, rows }: { readonly after: EventPosition; readonly rows: number },
): Promise<EventPage> {
  const { epoch, tx: number, n } = after;
  const found = await tx.all(rowsFrom, { epoch, tx: number, n, limit: rows + 1 });
  const all = found.flatMap(eventsOfRow);
  return {
    events: all.filter(({ position }) => compareEventPositions(position, after) > 0),
    isAfterKnown: all.some(({ position }) => compareEventPositions(position, after) === 0),
    isFull: found.length > rows,
  };
}

export interface SeenEvents {
  readonly events: readonly LoggedEvent[];
  /** Up to where was looked: further than the last event, where what followed cannot be seen. */
  readonly end: EventPosition;
}

/**
 * The events behind one place that a client may be able to see, of so many rows; undefined when there is nothing
 * behind it. Those of rows of many sites are all there.
 */
export const readSeenEvents = longRead(async function readSeenEvents(
  tx: Tx,
  { after, rows, clientId }: { readonly after: EventPosition; readonly rows: number; readonly clientId: ClientId },
): Promise<SeenEvents | undefined> {
  const { epoch, tx: number, n } = after;
  const found = await tx.all(rowsSeenFrom, { epoch, tx: number, n, limit: rows + 1, clientId });
  const last = found.at(-1);
  if (last === undefined) return undefined;
  // What cannot be seen is not read, but where it ends.
  const [whole] = last.events === null ? await tx.all(rowsFrom, { ...placeOf(last), limit: 1 }) : [];
  const seen = found.flatMap((row) => (row.events === null ? [] : eventsOfRow({ ...row, events: row.events })));
  const end = (whole === undefined ? seen : eventsOfRow(whole)).at(-1)?.position;
  if (end === undefined || compareEventPositions(end, after) <= 0) return undefined;
  return { events: seen.filter(({ position }) => compareEventPositions(position, after) > 0), end };
});

function placeOf({ epoch, tx, n }: Pick<EventRow, 'epoch' | 'tx' | 'n'>) {
  return { epoch, tx, n };
}

interface EventRow {
  readonly epoch: number;
  readonly tx: number;
  readonly n: number;
  readonly at: number;
  readonly site_id: IdOrNone;
  readonly events: StoredText;
}

type WrittenEvents = readonly NewEvent[];

function eventsOfRow({ epoch, tx, n, at: rowAt, site_id: siteId, events }: EventRow): LoggedEvent[] {
  const written = JSON.parse(fromStoredText(events)) as unknown;
  // Its type follows from who wrote it: `appendEvents`, or `GatheringTx` for many sites, or `appendPoolEvent`, `appendAlertEvents` and `appendAuditEvent`.
  const bySubject = (siteId === OF_MANY_SITES ? written : [[siteId, written]]) as readonly (readonly [
    string | null,
    WrittenEvents,
  ])[];
  const all = bySubject.flatMap(([id, those]) => those.map((event) => ({ id, ...event })));
  return all.map(({ id, type, at = rowAt, data }, k) => {
    return { position: { epoch, tx, n, k }, type, ...subjectOf(type, id), at, data };
  });
}

/** What the id in front of an event stands for follows from its type. */
function subjectOf(type: EventType, id: string | null): Pick<LoggedEvent, 'siteId' | 'poolId' | 'alertId'> {
  if (id === null) return {};
  if (isAlertEvent(type)) return { alertId: id };
  return isPoolEvent(type) ? { poolId: id as PoolId } : { siteId: id as SiteId };
}

const lastRow = statement<Record<never, never>>()(({ db, dialect }) => {
  const rows = db
    .selectFrom('event')
    .select(['epoch', 'tx', 'n', 'at', 'events'])
    .select(fromStoredId<IdOrNone>(dialect, 'site_id').as('site_id'))
    .orderBy('epoch', 'desc')
    .orderBy('tx', 'desc')
    .orderBy('n', 'desc')
    .limit(1);
  if (dialect === 'sqlite') return rows;
  return rows.where(IS_SETTLED);
});

const forgottenRow = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('event_log').select(['forgotten_epoch', 'forgotten_tx', 'forgotten_n']),
);

/** The last event there is, and the last that was deleted. */
export async function readEventBounds(tx: Tx): Promise<{ forgotten: EventPosition; last: EventPosition }> {
  const row = await tx.first(forgottenRow, {});
  const forgotten =
    row === undefined
      ? BEFORE_ALL_EVENTS
      : { epoch: row.forgotten_epoch, tx: row.forgotten_tx, n: row.forgotten_n, k: LAST_OF_ROW };
  const last = await tx.first(lastRow, {});
  return { forgotten, last: last === undefined ? forgotten : (eventsOfRow(last).at(-1)?.position ?? forgotten) };
}
