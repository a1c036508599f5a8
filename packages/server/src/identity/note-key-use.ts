import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const setLastUse = statement<{ keyId: string; now: number }>()(({ db, param }) =>
  db
    .updateTable('controller_key')
    .set({ last_used_at: param('now') })
    .where('key_id', '=', param('keyId')),
);

export const noteKeyUse = defineWrite({
  name: 'noteKeyUse',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, use: { keyId: string; now: number }): Promise<void> => {
    await tx.run(setLastUse, use);
  },
});
