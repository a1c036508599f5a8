import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface EndConsoleSessionsInput {
  readonly sessionHash: string;
  /** The client every other session of which ends too; left out, none does. */
  readonly everywhereOf?: ClientId;
}

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
  run: async (tx: Tx, { sessionHash, everywhereOf: clientId }: EndConsoleSessionsInput): Promise<void> => {
    if (clientId === undefined) return tx.run(deleteSession, { sessionHash });
    await tx.run(deleteOfClient, { clientId });
    await tx.run(deleteLinksOfClient, { clientId });
  },
});
