import type { ClientId, Scope } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { insertSecret } from './add-secret.ts';
import { recorded } from '../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export interface AddClientInput {
  readonly clientId: ClientId;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the secret, in hex; the secret itself is never stored. */
  readonly secretHash: string;
  readonly now: number;
}

const FIRST_SECRET = 1;

const insertClient = statement<{ clientId: string; clientName: string; scopes: string; now: number }>()(
  ({ db, param }) =>
    db.insertInto('client').values({
      client_id: param('clientId'),
      client_name: param('clientName'),
      scopes: param('scopes'),
      is_enabled: 1,
      generation: FIRST_SECRET,
      created_at: param('now'),
    }),
);

/** A new client with its first secret; it can touch no site until it gets a grant. */
export const addClient = defineWrite({
  name: 'addClient',
  run: recorded(clientRecord, async (tx: Tx, input: AddClientInput): Promise<void> => {
    const { clientId, clientName, secretHash, now } = input;
    await tx.run(insertClient, { clientId, clientName, scopes: input.scopes.join(' '), now });
    await tx.run(insertSecret, { clientId, secretHash, generation: FIRST_SECRET, now, endsAt: NEVER });
  }),
});
