import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const raise = statement<Record<never, never>>()(({ db }) =>
  db.updateTable('store_state').set((eb) => ({ key_revision: eb('key_revision', '+', 1) })),
);

/** Counts that a signing key was revoked: every read of a caller sees the count. */
export function raiseKeyRevision(tx: Tx): Promise<void> {
  return tx.run(raise, {});
}
