import type { StoredId } from './stored-id.ts';
import type { StoredText } from '../values/stored-text.ts';
import { bigint, idOf, integer, onlyRow, orNull, textOf, table } from './table.ts';

export const eventTables = {
  /**
   * What happened, in the order of commits. PostgreSQL commits out of order: there `tx` is the number of the transaction,
   * and only those below the oldest running one are handed out. With one writer, `tx` counts.
   */
  event: table(
    {
      epoch: bigint,
      tx: bigint,
      /** Counts within the transaction. */
      n: integer,
      /** When it was written, and when its events happened that do not say so; what is old enough is deleted. */
      at: bigint,
      /** null where one row has the events of many sites. */
      site_id: orNull(idOf<StoredId>()),
      /** A JSON array of events, each with `type`, `data`, and `at` if it differs; of many sites, see `GatheringTx`. */
      events: textOf<StoredText>(),
    },
    { key: ['epoch', 'tx', 'n'] },
  ),
  /** One row: the last event that was deleted. */
  event_log: table(
    {
      id: onlyRow,
      forgotten_epoch: bigint,
      forgotten_tx: bigint,
      forgotten_n: integer,
    },
    { key: ['id'], seed: { id: 1, forgotten_epoch: 0, forgotten_tx: 0, forgotten_n: 0 } },
  ),
};
