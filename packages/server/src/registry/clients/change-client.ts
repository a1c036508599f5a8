import { clientRows } from '../../identity/client-rows.ts';
import type { ClientId, Scope } from '@setpoint/contract';
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
  readonly clientName?: string;
  readonly scopes?: readonly Scope[];
  readonly isEnabled?: boolean;
  readonly now: number;
}

/** Changes a client, from the next request on. What a disabled one held, or one with a scope less, is over for good. */
export const changeClient = defineWrite({
  name: 'changeClient',
  record: recorded(clientRecord),
  run: async (tx: Tx, input: ChangeClientInput): Promise<ChangeClientOutput> => {
    const { clientId, clientName, scopes, isEnabled, now } = input;
    await lockClient(tx, clientId);
    const known = await findClient(tx, { clientId });
    if (known === undefined) return { kind: 'client_missing' };
    if (clientName !== undefined) await tx.run(clientRows.rename, { clientId, clientName });
    if (scopes !== undefined) await tx.run(clientRows.setScopes, { clientId, scopes: scopes.join(' ') });
    if (isEnabled !== undefined) await tx.run(clientRows.enable, { clientId, isEnabled: isEnabled ? 1 : 0 });
    const losesScope = scopes !== undefined && known.scopes.some((scope) => !scopes.includes(scope));
    if (losesScope || isEnabled === false) await endCredentials(tx, { clientId, now });
    return { kind: 'changed' };
  },
});
