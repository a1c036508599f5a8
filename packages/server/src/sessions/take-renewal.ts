import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const takeTurn = statement<{ sessionHash: string; now: number; until: number }>()(({ db, param }) =>
  db
    .updateTable('console_session')
    .set({ ask_again_at: param('until') })
    .where('session_hash', '=', param('sessionHash'))
    .where('ask_again_at', '<=', param('now'))
    .returning('session_hash'),
);

/** Whether it is this caller's turn to ask the provider: a refresh token is often good once. */
export const takeRenewal = defineWrite({
  name: 'takeRenewal',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, turn: { sessionHash: string; now: number; until: number }): Promise<boolean> =>
    (await tx.first(takeTurn, turn)) !== undefined,
});
