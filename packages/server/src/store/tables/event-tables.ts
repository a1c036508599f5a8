import type { StoredId } from './stored-id.ts';
import type { StoredText } from '../values/stored-text.ts';

export interface EventTables {
  event: EventTable;
  event_log: EventLogTable;
}

/**
 * What happened, in the order of commits. PostgreSQL commits out of order: there `tx` is the number of the transaction,
 * and only those below the oldest running one are handed out. With one writer, `tx` counts.
 */
interface EventTable {
  epoch: number;
  tx: number;
  /** Counts within the transaction. */
  n: number;
  /** When it was written, and when its events happened that do not say so; what is old enough is deleted. */
  at: number;
  /** null where one row has the events of many sites. */
  site_id: StoredId | null;
  /** A JSON array of events, each with `type`, `data`, and `at` if it differs; of many sites, see `GatheringTx`. */
  events: StoredText;
}

/** One row: the last event that was deleted. */
interface EventLogTable {
  id: number;
  forgotten_epoch: number;
  forgotten_tx: number;
  forgotten_n: number;
}
