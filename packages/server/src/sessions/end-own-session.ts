import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendRecord } from '../trail/append-record.ts';
import type { Done } from '../trail/deed.ts';

const deleteSession = statement<{ clientId: string; sessionId: string }>()(({ db, param }) =>
  db
    .deleteFrom('console_session')
    .where('client_id', '=', param('clientId'))
    .where('session_id', '=', param('sessionId'))
    .returning('session_id'),
);

export interface EndOwnSessionInput extends Done {
  readonly clientId: ClientId;
  readonly sessionId: string;
}

/** Ends one session of a client or a person; false where it has no such. */
export const endOwnSession = defineWrite({
  name: 'endOwnSession',
  record: 'by itself: with the session that ends',
  run: async (tx: Tx, { clientId, sessionId, by }: EndOwnSessionInput): Promise<boolean> => {
    if ((await tx.first(deleteSession, { clientId, sessionId })) === undefined) return false;
    const subject = { kind: by?.actor.kind ?? 'client', id: clientId };
    await appendRecord(tx, { by, action: 'session.ended', subject, before: { sessionId } });
    return true;
  },
});
