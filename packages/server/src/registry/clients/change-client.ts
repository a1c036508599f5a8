import { clientRows } from '../../identity/client-rows.ts';
import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { findClient } from '../../identity/find-client.ts';
import { lockClient } from '../../store/lock-site.ts';
import { endCredentials } from '../../identity/end-credentials.ts';
import { recorded } from '../../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export type ChangeClientOutput = { readonly kind: 'changed' } | { readonly kind: 'client_missing' };

export interface ChangeClientInput {
  readonly clientId: ClientId;
  readonly isEnabled: boolean;
  readonly now: number;
}

/** Enables or disables a client, from the next request on. What a disabled one held is over for good. */
export const changeClient = defineWrite({
  name: 'changeClient',
  record: recorded(clientRecord),
  run: async (tx: Tx, { clientId, isEnabled, now }: ChangeClientInput): Promise<ChangeClientOutput> => {
    await lockClient(tx, clientId);
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    await tx.run(clientRows.enable, { clientId, isEnabled: isEnabled ? 1 : 0 });
    if (!isEnabled) await endCredentials(tx, { clientId, now });
    return { kind: 'changed' };
  },
});
