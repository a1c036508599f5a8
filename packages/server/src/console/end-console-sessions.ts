import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface EndConsoleSessionsInput {
  readonly sessionHash: string;
  /** Every other session of the same client too. */
  readonly isEverywhere: boolean;
}

const clientOfSession = statement<{ sessionHash: string }>()(({ db, param }) =>
  db.selectFrom('console_session').select('client_id').where('session_hash', '=', param('sessionHash')),
);

const deleteSession = statement<{ sessionHash: string }>()(({ db, param }) =>
  db.deleteFrom('console_session').where('session_hash', '=', param('sessionHash')),
);

const deleteOfClient = statement<{ clientId: string }>()(({ db, param }) =>
  db.deleteFrom('console_session').where('client_id', '=', param('clientId')),
);

// A link that lies about somewhere would lead straight back in.
const deleteLinksOfClient = statement<{ clientId: string }>()(({ db, param }) =>
  db.deleteFrom('sign_in_link').where('client_id', '=', param('clientId')),
);

/** Signs out: here, or wherever the same client is signed in. */
export const endConsoleSessions = defineWrite({
  name: 'endConsoleSessions',
  run: async (tx: Tx, { sessionHash, isEverywhere }: EndConsoleSessionsInput): Promise<void> => {
    if (!isEverywhere) return tx.run(deleteSession, { sessionHash });
    const row = await tx.first(clientOfSession, { sessionHash });
    if (row === undefined) return;
    const clientId = row.client_id;
    await tx.run(deleteOfClient, { clientId });
    await tx.run(deleteLinksOfClient, { clientId });
  },
});
