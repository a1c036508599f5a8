import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendRecord } from '../trail/append-record.ts';
import type { Done } from '../trail/deed.ts';

export interface EndConsoleSessionsInput extends Done {
  readonly clientId: ClientId;
  readonly isPerson?: boolean;
  readonly sessionHash: string;
  /** Whether every other session of the client ends too. */
  readonly isEverywhere: boolean;
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
  record: 'by itself: each session that ends',
  run: async (
    tx: Tx,
    { sessionHash, clientId, isPerson = false, isEverywhere, by }: EndConsoleSessionsInput,
  ): Promise<void> => {
    if (isEverywhere) {
      await tx.run(deleteOfClient, { clientId });
      await tx.run(deleteLinksOfClient, { clientId });
    } else await tx.run(deleteSession, { sessionHash });
    const subject = { kind: isPerson ? 'person' : 'client', id: clientId };
    await appendRecord(tx, { by, action: isEverywhere ? 'sessions.ended' : 'session.ended', subject });
  },
});
