import type { ClientId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

// An update that changes nothing holds the row until the commit, in the same words on both databases.
const touchStore = statement<Record<never, never>>()(({ db }) =>
  db.updateTable('store_state').set((eb) => ({ id: eb.ref('id') })),
);

const touchClient = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set((eb) => ({ client_id: eb.ref('client_id') }))
    .where('client_id', '=', param('clientId')),
);

/** Lets no other node run a transaction that decides on what the whole store holds. */
export async function lockStoreState(tx: Tx): Promise<void> {
  await tx.run(touchStore, {});
}

/** Lets no other node decide about this client until the commit. */
export async function lockClient(tx: Tx, clientId: ClientId): Promise<void> {
  await tx.run(touchClient, { clientId });
}
