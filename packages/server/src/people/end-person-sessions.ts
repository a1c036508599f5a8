import type { ClientId } from '@setpoint/contract';
import { endCredentials } from '../identity/end-credentials.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockClient } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import { isHolder } from './is-holder.ts';
import { recorded } from '../trail/recorded.ts';
import { personRecord } from './holder-record.ts';

export type EndPersonSessionsOutput = { readonly kind: 'ended' } | { readonly kind: 'person_missing' };

/** Signs a person out everywhere: ends their sessions and tokens. */
export const endPersonSessions = defineWrite({
  name: 'endPersonSessions',
  record: recorded({
    ...personRecord,
    action: 'sessions.ended',
    did: ({ kind }: { readonly kind: string }) => kind === 'ended',
  }),
  run: async (tx: Tx, { personId, now }: { personId: ClientId; now: number }): Promise<EndPersonSessionsOutput> => {
    await lockClient(tx, personId);
    if (!(await isHolder(tx, { kind: 'person', id: personId }))) return { kind: 'person_missing' };
    await endCredentials(tx, { clientId: personId, now });
    return { kind: 'ended' };
  },
});
