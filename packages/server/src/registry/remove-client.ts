import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { findClient } from '../identity/find-client.ts';
import { recorded } from '../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export type RemoveClientOutput = { readonly kind: 'removed' } | { readonly kind: 'client_missing' };

const deleteClient = statement<{ clientId: string }>()(({ db, param }) =>
  db.deleteFrom('client').where('kind', '=', 'client').where('client_id', '=', param('clientId')),
);

/** Removes a client with its secrets, grants and mappings; the batches it sent stay in the record. */
export const removeClient = defineWrite({
  name: 'removeClient',
  run: recorded(clientRecord, async (tx: Tx, { clientId }: { clientId: ClientId }): Promise<RemoveClientOutput> => {
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    await tx.run(deleteClient, { clientId });
    return { kind: 'removed' };
  }),
});
