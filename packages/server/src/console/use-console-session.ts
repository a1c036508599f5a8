import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const noteUse = statement<{ sessionHash: string; now: number }>()(({ db, param }) =>
  db
    .updateTable('console_session')
    .set({ used_at: param('now') })
    .where('session_hash', '=', param('sessionHash')),
);

/** A session that was found counts as used from now on. */
export const useConsoleSession = defineWrite({
  name: 'useConsoleSession',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, use: { readonly sessionHash: string; readonly now: number }): Promise<void> => {
    await tx.run(noteUse, use);
  },
});
