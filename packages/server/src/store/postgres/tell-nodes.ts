import { sql } from 'kysely';
import { statement } from '../statement.ts';
import type { Tx, WriteName } from '../store.ts';

/** Where nodes listen for signals of each other. */
export const SIGNAL_CHANNEL = 'setpoint';

// What ends a key must be heard of even if this node dies with its commit; what changes a schedule, a report repairs.
const ENDS_KEYS: ReadonlySet<WriteName> = new Set(['revokeControllerKey', 'removeSite']);
// A transaction has no node of its own: all of them hear it. The signal is that of `keys`.
const SENDER = '-';

const notify = statement<{ channel: string; payload: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`pg_notify(${param('channel')}, ${param('payload')})`.as('told')),
);

/** Tells the other nodes with the very commit of a write, where they must not miss it. */
export async function tellNodes(tx: Tx, name: WriteName, siteId: string | undefined): Promise<void> {
  if (siteId === undefined || !ENDS_KEYS.has(name)) return;
  await tx.run(notify, { channel: SIGNAL_CHANNEL, payload: `${SENDER} k${siteId}` });
}
