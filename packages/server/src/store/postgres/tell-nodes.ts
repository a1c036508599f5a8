import { sql } from 'kysely';
import { statement } from '../statement.ts';
import type { AnyWrite } from '../define-write.ts';
import type { Tx } from '../tx.ts';

/** Where nodes listen for signals of each other. */
export const SIGNAL_CHANNEL = 'setpoint';

// A transaction has no node of its own: all of them hear it. The signal is that of `keys`.
const SENDER = '-';

const notify = statement<{ channel: string; payload: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`pg_notify(${param('channel')}, ${param('payload')})`.as('told')),
);

/**
 * Tells the other nodes with the very commit of a write, where they must not miss it: what ends a key must be heard of
 * even if this node dies with its commit. What changes a schedule, a report repairs.
 */
export async function tellNodes(tx: Tx, ends: AnyWrite['ends'], siteId: string | undefined): Promise<void> {
  if (siteId === undefined || ends !== 'keys') return;
  await tx.run(notify, { channel: SIGNAL_CHANNEL, payload: `${SENDER} k${siteId}` });
}
