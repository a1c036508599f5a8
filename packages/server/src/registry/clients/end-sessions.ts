import type { ClientId } from '@setpoint/contract';
import { findClient } from '../../identity/find-client.ts';
import { defineWrite } from '../../store/define-write.ts';
import { lockClient } from '../../store/lock-site.ts';
import type { Tx } from '../../store/tx.ts';
import { endCredentials } from '../../identity/end-credentials.ts';
import { recorded } from '../../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export type EndSessionsOutput = { readonly kind: 'ended' } | { readonly kind: 'client_missing' };

/** Signs a client out wherever it is in: its sessions, its unused links and its tokens are over. */
export const endSessions = defineWrite({
  name: 'endSessions',
  record: recorded({
    ...clientRecord,
    action: 'sessions.ended',
    did: ({ kind }: { readonly kind: string }) => kind === 'ended',
  }),
  run: async (tx: Tx, client: { clientId: ClientId; now: number }): Promise<EndSessionsOutput> => {
    await lockClient(tx, client.clientId);
    if ((await findClient(tx, client)) === undefined) return { kind: 'client_missing' };
    await endCredentials(tx, client);
    return { kind: 'ended' };
  },
});
