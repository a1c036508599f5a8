import { clientRows } from '../../identity/client-rows.ts';
import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { findClient } from '../../identity/find-client.ts';
import { recorded } from '../../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export type RemoveClientOutput = { readonly kind: 'removed' } | { readonly kind: 'client_missing' };

/** Removes a client with its secrets, grants and mappings; the batches it sent stay in the record. */
export const removeClient = defineWrite({
  name: 'removeClient',
  record: recorded(clientRecord),
  run: async (tx: Tx, { clientId }: { clientId: ClientId }): Promise<RemoveClientOutput> => {
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    await tx.run(clientRows.remove, { clientId });
    return { kind: 'removed' };
  },
});
