import { clientRows, FIRST_SECRET } from '../../identity/client-rows.ts';
import type { ClientId, Scope } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import { secretRows } from '../../identity/secret-rows.ts';
import { recorded } from '../../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export interface AddClientInput {
  readonly clientId: ClientId;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the secret, in hex; the secret itself is never stored. */
  readonly secretHash: string;
  readonly now: number;
}

/** A new client with its first secret; it can touch no site until it gets a grant. */
export const addClient = defineWrite({
  name: 'addClient',
  record: recorded(clientRecord),
  run: async (tx: Tx, input: AddClientInput): Promise<void> => {
    const { clientId, clientName, secretHash, now } = input;
    await tx.run(clientRows.insert, { clientId, clientName, scopes: input.scopes.join(' '), createdAt: now });
    await tx.run(secretRows.insert, { clientId, secretHash, generation: FIRST_SECRET, createdAt: now, endsAt: NEVER });
  },
});
