import type { ClientId } from '@setpoint/contract';
import { removeBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
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

const deleteSession = removeBy('console_session', ['sessionHash']);

const deleteOfClient = removeBy('console_session', ['clientId']);

// A link that lies about somewhere would lead straight back in.
const deleteLinksOfClient = removeBy('sign_in_link', ['clientId']);

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
