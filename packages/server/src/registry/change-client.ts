import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { findClient } from '../identity/find-client.ts';

export type ChangeClientOutput = { readonly kind: 'changed' } | { readonly kind: 'client_missing' };

const setEnabled = statement<{ clientId: string; isEnabled: number }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ is_enabled: param('isEnabled') })
    .where('client_id', '=', param('clientId')),
);

/** Enables or disables a client; takes effect with the next request, whatever tokens are out. */
export const changeClient = defineWrite({
  name: 'changeClient',
  run: async (
    tx: Tx,
    { clientId, isEnabled }: { clientId: ClientId; isEnabled: boolean },
  ): Promise<ChangeClientOutput> => {
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    await tx.run(setEnabled, { clientId, isEnabled: isEnabled ? 1 : 0 });
    return { kind: 'changed' };
  },
});
